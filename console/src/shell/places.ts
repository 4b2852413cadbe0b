import {
  IconBank,
  IconBell,
  IconClipboard,
  IconClock,
  IconFileInvoice,
  IconInbox,
  IconKey,
  IconLayoutDashboard,
  IconLock,
  IconMail,
  IconPackage,
  IconRefresh,
  IconSettings,
  IconTemplate,
  IconUpload,
  IconUser,
  IconUsers,
} from '../components/icons.ts'

const HOME = { to: '/', name: 'dashboard', Icon: IconLayoutDashboard } as const

/** The pages of the menu, in groups by what they are for. The first group has no heading. */
export const PLACE_GROUPS = [
  { heading: null, places: [HOME] },
  {
    heading: 'sell',
    places: [
      { to: '/invoices', name: 'invoices', Icon: IconFileInvoice },
      { to: '/quotes', name: 'quotes', Icon: IconClipboard },
      { to: '/recurring', name: 'recurring', Icon: IconRefresh },
      { to: '/entries', name: 'entries', Icon: IconClock },
      { to: '/customers', name: 'customers', Icon: IconUsers },
      { to: '/products', name: 'products', Icon: IconPackage },
    ],
  },
  {
    heading: 'getPaid',
    places: [
      { to: '/bank', name: 'bank', Icon: IconBank },
      { to: '/reminders', name: 'reminders', Icon: IconBell },
      { to: '/mail', name: 'mail', Icon: IconMail },
    ],
  },
  {
    heading: 'buy',
    places: [{ to: '/supplier-invoices', name: 'supplierInvoices', Icon: IconInbox }],
  },
  {
    heading: 'accounting',
    places: [{ to: '/books', name: 'books', Icon: IconLock }],
  },
  {
    heading: 'setUp',
    places: [
      { to: '/templates', name: 'templates', Icon: IconTemplate },
      { to: '/settings', name: 'settings', Icon: IconSettings },
      { to: '/access/people', name: 'people', Icon: IconUser },
      { to: '/access', name: 'access', Icon: IconKey },
      { to: '/import', name: 'import', Icon: IconUpload },
    ],
  },
] as const

export type Place = (typeof PLACE_GROUPS)[number]['places'][number]

export const PLACES: readonly Place[] = PLACE_GROUPS.flatMap(
  ({ places }): readonly Place[] => places,
)

/** The page of the menu to which a path belongs. */
export function placeOf(path: string): Place['to'] | undefined {
  if (path === '/delivery-notes') return '/quotes'
  return PLACES.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))?.to
}
