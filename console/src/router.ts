import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { accessRoutes } from './access/routes.ts'
import { accountRoute } from './account/routes.ts'
import { basePath } from './api/company.ts'
import { authRoutes } from './auth/routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { companyRoutes, ownUsageRoute } from './companies/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { dashboardRoute } from './dashboard/routes.ts'
import { deliveryNotesRoute } from './delivery-notes/routes.ts'
import { entriesRoute } from './entries/routes.ts'
import { importRoute } from './imports/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { productRoutes } from './products/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { recurringRoutes } from './recurring/routes.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { Failure } from './shell/failure.tsx'
import { appRoute, rootRoute } from './shell/roots.tsx'
import { createShowcaseRoute } from './showcase/routes.ts'
import { startRoute } from './start/routes.ts'
import { supplierInvoiceRoutes } from './supplier-invoices/routes.ts'
import { templateRoutes } from './templates/routes.ts'

const routeTree = rootRoute.addChildren([
  ...authRoutes,
  ...companyRoutes,
  startRoute,
  ...(import.meta.env.DEV ? [createShowcaseRoute()] : []),
  appRoute.addChildren([
    dashboardRoute,
    ...invoiceRoutes,
    ...quoteRoutes,
    deliveryNotesRoute,
    ...recurringRoutes,
    ...bankRoutes,
    ...reminderRoutes,
    entriesRoute,
    ...supplierInvoiceRoutes,
    ...bookRoutes,
    ...customerRoutes,
    ...productRoutes,
    ...mailRoutes,
    ...templateRoutes,
    ...settingsRoutes,
    importRoute,
    ...accessRoutes,
    ownUsageRoute,
    accountRoute,
  ]),
])

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    basepath: basePath(),
    context: { queries },
    // At each page, so that the menu stays.
    defaultErrorComponent: Failure,
    defaultPreload: 'intent',
    // The queries cache data and decide when they are stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Removes parameters that a page does not know, such as those of a campaign.
    search: { strict: true },
  })

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof createAppRouter>
  }
}
