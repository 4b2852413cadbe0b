import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appRoute } from '../roots.tsx'

const dueRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders',
  component: lazyRouteComponent(() => import('./due.tsx'), 'DueReminders'),
})

const plansRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders/plans',
  component: lazyRouteComponent(() => import('./plans.tsx'), 'ReminderPlans'),
})

const planRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders/plans/$id',
  component: lazyRouteComponent(() => import('./plan.tsx'), 'ReminderPlan'),
})

export const reminderRoutes = [dueRoute, plansRoute, planRoute] as const
