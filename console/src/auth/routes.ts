import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { sessionQuery } from '../api/queries.ts'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/roots.tsx'

/** The page after the sign-in: always a page of the console, even if the URL names another site. */
const toOf = ({ to }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { readonly to?: string | undefined } => ({
    to: toOf(search),
  }),
  beforeLoad: async ({ context: { queries }, search }) => {
    const session = await queries.ensureQueryData(sessionQuery)
    if (session !== null) throw redirect({ href: search.to ?? '/' })
  },
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
})

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyPage(() => import('./set-up.tsx'), 'SetUp'),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyPage(() => import('./invitation.tsx'), 'AcceptInvitation'),
})

const passwordResetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/password-reset',
  component: lazyPage(() => import('./password-reset.tsx'), 'PasswordReset'),
})

export const authRoutes = [signInRoute, setupRoute, invitationRoute, passwordResetRoute]
