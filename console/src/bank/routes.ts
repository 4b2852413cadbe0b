import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { appRoute } from '../shell/roots.tsx'
import { toBankSearch, toOnlineSearch } from './search.ts'

const entriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank',
  validateSearch: toBankSearch,
  component: lazyPage(() => import('./bank.tsx'), 'Bank'),
})

const onlineRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/online',
  validateSearch: toOnlineSearch,
  component: lazyPage(() => import('./online.tsx'), 'OnlinePayments'),
})

const debitsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/direct-debit',
  component: lazyPage(() => import('./debits.tsx'), 'DirectDebits'),
})

const debitRunRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/direct-debit/$id',
  component: lazyPage(() => import('./debit-run.tsx'), 'DirectDebitRun'),
})

const filesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/files',
  component: lazyPage(() => import('./files.tsx'), 'BankFiles'),
})

const accountsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/accounts',
  component: lazyPage(() => import('./accounts.tsx'), 'BankAccounts'),
})

const rulesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/bank/rules',
  component: lazyPage(() => import('./rules.tsx'), 'BankRules'),
})

export const bankRoutes = [
  entriesRoute,
  onlineRoute,
  debitsRoute,
  debitRunRoute,
  filesRoute,
  accountsRoute,
  rulesRoute,
] as const
