import { createRoute, redirect } from '@tanstack/react-router'
import { SECTIONS, type Section } from '../shell/inner-places.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'

const indexRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'company' }, replace: true })
  },
})

const settingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/settings/$section',
  params: {
    // A URL without a section shows the first one.
    parse: ({ section }): { section: Section } => ({
      section: SECTIONS.find((it) => it === section) ?? 'company',
    }),
    stringify: ({ section }: { readonly section: Section }) => ({ section }),
  },
  component: lazyPage(() => import('./settings.tsx'), 'Settings'),
})

export const settingsRoutes = [indexRoute, settingsRoute]
