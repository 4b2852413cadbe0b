import {
  IconBell,
  IconClipboard,
  IconClock,
  IconFileInvoice,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconPackage,
  IconRefresh,
  IconSettings,
  IconTemplate,
  IconUsers,
} from '../components/icons.ts'

/** The pages of the menu. */
export const PLACES = [
  { to: '/', name: 'dashboard', Icon: IconLayoutDashboard },
  { to: '/invoices', name: 'invoices', Icon: IconFileInvoice },
  { to: '/quotes', name: 'quotes', Icon: IconClipboard },
  { to: '/recurring', name: 'recurring', Icon: IconRefresh },
  { to: '/reminders', name: 'reminders', Icon: IconBell },
  { to: '/entries', name: 'entries', Icon: IconClock },
  { to: '/supplier-invoices', name: 'supplierInvoices', Icon: IconInbox },
  { to: '/customers', name: 'customers', Icon: IconUsers },
  { to: '/products', name: 'products', Icon: IconPackage },
  { to: '/mail', name: 'mail', Icon: IconMail },
  { to: '/templates', name: 'templates', Icon: IconTemplate },
  { to: '/settings', name: 'settings', Icon: IconSettings },
  { to: '/access', name: 'access', Icon: IconKey },
] as const

/** The page of the menu to which a path belongs. */
export function placeOf(path: string): string | undefined {
  if (path === '/delivery-notes') return '/quotes'
  return PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))?.to
}
