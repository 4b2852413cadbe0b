import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const dueRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders',
  component: lazyPage(() => import('./due.tsx'), 'DueReminders'),
})

const plansRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders/plans',
  component: lazyPage(() => import('./plans.tsx'), 'ReminderPlans'),
})

const planRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/reminders/plans/$id',
  component: lazyPage(() => import('./plan.tsx'), 'ReminderPlan'),
})

export const reminderRoutes = [dueRoute, plansRoute, planRoute] as const
