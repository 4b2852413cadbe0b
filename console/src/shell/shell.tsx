import type { Data } from '@billwright/sdk'
import { Alert, AppShell, Burger, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { IconWifiOff } from '../components/icons.ts'
import { useKeys } from '../components/use-keys.ts'
import { settleLocale, useWords } from '../words/language.ts'
import { AccountMenu } from './account-menu.tsx'
import { AsOperator } from './as-operator.tsx'
import { AutomationPaused } from './automation-paused.tsx'
import { PaletteButton } from './palette-button.tsx'
import { PLACES, placeOf } from './places.ts'

const Switcher = lazy(async () => ({
  default: (await import('./company-switcher.tsx')).Switcher,
}))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** An operator leaves another company with the switcher, too. */
const hasSeveral = ({ companies, role, kind }: Data<'getSession'>): boolean =>
  companies > 1 || (role === null && kind === 'user')

/** The frame of every page: menu, company and account. Default children: the page of the route. */
export function Shell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const words = useWords().shell
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const { data: settings } = useQuery(settingsQuery)
  const locale = settings?.locale
  useEffect(() => {
    if (locale !== undefined) settleLocale(locale)
  }, [locale])
  const { data: session } = useQuery(sessionQuery)
  const isOfSeveral = session && session.company !== null && hasSeveral(session)
  const { online } = useNetwork()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys({
    n: () => navigate({ to: pathname.startsWith('/quotes') ? '/quotes/new' : '/invoices/new' }),
    '?': () => setHelpOpen(true),
    '/': () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu.
  useEffect(() => menu.close(), [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 236, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <AppShell.Header>
        <a className="skip" href="#main">
          {words.skip}
        </a>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={menu.toggle}
            hiddenFrom="md"
            size="sm"
            aria-label={words.menu}
            aria-expanded={isOpen}
          />
          {isOfSeveral ? (
            <Group flex={1} miw={0}>
              <Suspense fallback={null}>
                <Switcher company={session.company} />
              </Suspense>
            </Group>
          ) : (
            <>
              <img src="/console/icon.svg" alt="" width={30} height={30} />
              <Text fw={600} truncate flex={1}>
                {settings?.companyName || 'Billwright'}
              </Text>
            </>
          )}
          <PaletteButton />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" component="nav" aria-label={words.navigation}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          {PLACES.map(({ to, name, Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={words[name]}
              leftSection={<Icon size={20} strokeWidth={1.6} aria-hidden />}
              active={to === placeOf(pathname)}
              variant="light"
              mb={2}
            />
          ))}
        </AppShell.Section>
        <AppShell.Section>
          <NavLink
            component={Link}
            to="/import"
            label={words.import}
            active={pathname === '/import'}
            variant="light"
            {...(pathname !== '/import' && { c: 'dimmed' })}
          />
          <NavLink href="/docs" label={words.reference} c="dimmed" />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {!online && (
          <Alert color="yellow" icon={<IconWifiOff aria-hidden />} mb="md" role="status">
            {words.offline}
          </Alert>
        )}
        <AsOperator />
        <AutomationPaused />
        {children}
        {isHelpOpen && (
          <Suspense fallback={null}>
            <KeyHelp onClose={() => setHelpOpen(false)} />
          </Suspense>
        )}
      </AppShell.Main>
    </AppShell>
  )
}
