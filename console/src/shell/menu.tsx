import type { Data, Entry } from '@billwright/sdk'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { attentionQuery } from '../api/attention.ts'
import { bankCountsQuery } from '../api/bank.ts'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { IconHelp, IconListDetails, IconPlus } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { AccountMenu } from './account-menu.tsx'
import { CompanySign } from './company-sign.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PLACE_GROUPS, PLACES, type Place, placeOf } from './places.ts'

const Switcher = lazy(async () => ({
  default: (await import('./company-switcher.tsx')).Switcher,
}))

/** An operator leaves another company with the switcher, too. */
const hasSeveral = ({ companies, role, kind }: Data<'getSession'>): boolean =>
  companies > 1 || (role === null && kind === 'user')

interface MenuProps {
  /** On a phone, the menu is shown by the dock. */
  readonly isOpen: boolean
  readonly onHelp: () => void
}

/** Company, search, places and person. On a tablet it is a rail of icons. */
export function Menu({ isOpen, onHelp }: MenuProps) {
  const words = useWords().shell
  const counts = useCounts()
  return (
    <nav className="menu" id="menu" aria-label={words.navigation} data-open={isOpen || undefined}>
      <Company />
      <PaletteButton />
      <div className="menu-places">
        {PLACE_GROUPS.map(({ heading, places }) => (
          <div key={heading}>
            {heading !== null && <div className="menu-heading">{words[heading]}</div>}
            {places.map((place) => (
              <PlaceLink key={place.to} place={place} count={counts.get(place.to) ?? 0} />
            ))}
          </div>
        ))}
      </div>
      <div className="menu-end">
        <AccountMenu />
        <UnstyledButton
          className="menu-help"
          aria-label={words.keys}
          title={words.keys}
          onClick={onHelp}
        >
          <IconHelp size={16} strokeWidth={1.75} aria-hidden />
        </UnstyledButton>
      </div>
    </nav>
  )
}

interface PlaceProps {
  readonly place: Place
  /** How many matters wait there for a person. */
  readonly count: number
}

function PlaceLink({ place: { to, name, Icon }, count }: PlaceProps) {
  const words = useWords().shell
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      className="place"
      activeOptions={{ exact: true }}
      data-active={to === placeOf(pathname) || undefined}
      {...(count > 0 && { 'aria-description': words.waiting(count) })}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="place-name">{words[name]}</span>
      {count > 0 && (
        <span className="place-count" aria-hidden>
          {count}
        </span>
      )}
    </Link>
  )
}

/** The company's name stands here and nowhere else in the frame. */
function Company() {
  const { data: settings } = useQuery(settingsQuery)
  const { data: session } = useQuery(sessionQuery)
  const name = settings?.companyName || session?.company?.name || 'Billwright'
  const company = session?.company
  if (company && hasSeveral(session))
    return (
      <Suspense fallback={<div className="company" />}>
        <Switcher company={company} logo={settings?.logo ?? null} />
      </Suspense>
    )
  return (
    <div className="company">
      <CompanySign
        company={{ handle: company?.handle ?? '', name }}
        logo={settings?.logo ?? null}
        size={26}
      />
      <span className="company-name">{name}</span>
    </div>
  )
}

/** The place where a person settles each kind of matter. */
const SETTLED_AT: Readonly<Record<string, Place['to']>> = {
  message: '/mail',
  recurring: '/recurring',
  reminder: '/reminders',
  quote: '/quotes',
  transmission: '/invoices',
  webhook: '/access',
  job: '/access',
  limit: '/access',
  bank: '/bank',
  payment: '/invoices',
  checkout: '/invoices',
  provider: '/settings',
  collection: '/invoices',
  mandate: '/customers',
} satisfies Readonly<Record<Entry<'listAttention'>['kind'], Place['to']>>

function useCounts(): ReadonlyMap<string, number> {
  const { data } = useQuery(attentionQuery)
  const { data: bank } = useQuery(bankCountsQuery)
  const counts = new Map<string, number>([['/bank', bank?.toConfirm ?? 0]])
  for (const { kind } of data?.data ?? []) {
    const to = SETTLED_AT[kind]
    if (to) counts.set(to, (counts.get(to) ?? 0) + 1)
  }
  return counts
}

/** How many payments wait for a person. */
const Count = ({ of }: { readonly of: number }) =>
  of > 0 && (
    <span className="dock-count" aria-hidden>
      {of}
    </span>
  )

const DOCKED = ['/', '/invoices', '/bank'] as const

interface DockProps {
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
}

/** At the bottom of a phone: three places, what is new, and the whole menu. */
export function Dock({ isMenuOpen, onMenu }: DockProps) {
  const words = useWords().shell
  const { pathname } = useLocation()
  const mayWrite = useMay('write')
  const counts = useCounts()
  const [home, invoices, bank] = DOCKED.map((to) => PLACES.find((it) => it.to === to))
  const link = (place: Place | undefined) =>
    place && (
      <Link
        to={place.to}
        className="dock-place"
        activeOptions={{ exact: true }}
        data-active={place.to === placeOf(pathname) || undefined}
      >
        <place.Icon size={20} strokeWidth={1.75} aria-hidden />
        {words[place.name]}
        {place.to === '/bank' && <Count of={counts.get(place.to) ?? 0} />}
      </Link>
    )
  return (
    <div className="dock">
      {link(home)}
      {link(invoices)}
      {mayWrite && (
        <Link to={newAt(pathname)} className="dock-new" aria-label={words.create}>
          <IconPlus size={22} aria-hidden />
        </Link>
      )}
      {link(bank)}
      <UnstyledButton
        className="dock-place"
        onClick={onMenu}
        aria-expanded={isMenuOpen}
        aria-controls="menu"
      >
        <IconListDetails size={20} strokeWidth={1.75} aria-hidden />
        {words.menu}
      </UnstyledButton>
    </div>
  )
}

/** What `n` and the dock create: a quote among quotes, else an invoice. */
export const newAt = (pathname: string) =>
  pathname.startsWith('/quotes') ? '/quotes/new' : '/invoices/new'
