import { Alert, AppShell, Burger, Group, Image, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Switcher } from '../companies/switcher.tsx'
import {
  IconFileInvoice,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconPackage,
  IconRefresh,
  IconSettings,
  IconTemplate,
  IconUsers,
  IconWifiOff,
} from '../components/icons.ts'
import { useWords } from '../language.ts'
import { sessionQuery, settingsQuery } from '../queries.ts'
import { AccountMenu } from './account-menu.tsx'
import { AutomationPaused } from './automation-paused.tsx'

const PLACES = [
  { to: '/', name: 'dashboard', Icon: IconLayoutDashboard },
  { to: '/invoices', name: 'invoices', Icon: IconFileInvoice },
  { to: '/recurring', name: 'recurring', Icon: IconRefresh },
  { to: '/customers', name: 'customers', Icon: IconUsers },
  { to: '/products', name: 'products', Icon: IconPackage },
  { to: '/mail', name: 'mail', Icon: IconMail },
  { to: '/templates', name: 'templates', Icon: IconTemplate },
  { to: '/settings', name: 'settings', Icon: IconSettings },
  { to: '/access', name: 'access', Icon: IconKey },
] as const

/** The frame of every page: where one can go, and who one is. */
export function Shell() {
  const words = useWords().shell
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const { data: settings } = useQuery(settingsQuery)
  const { data: session } = useQuery(sessionQuery)
  const isOfSeveral = session && session.companies > 1 && session.company !== null
  const { online } = useNetwork()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu.
  useEffect(() => menu.close(), [pathname])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
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
            hiddenFrom="sm"
            size="sm"
            aria-label={words.menu}
            aria-expanded={isOpen}
          />
          {isOfSeveral ? (
            <Group flex={1} miw={0}>
              <Switcher company={session.company} />
            </Group>
          ) : (
            <>
              <Image src="/console/icon.svg" alt="" w={30} h={30} />
              <Text fw={700} truncate flex={1}>
                {settings?.companyName || 'Billwright'}
              </Text>
            </>
          )}
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" component="nav" aria-label={words.navigation}>
        <AppShell.Section grow component={ScrollArea}>
          {PLACES.map(({ to, name, Icon }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={words[name]}
              leftSection={<Icon size={20} strokeWidth={1.6} aria-hidden />}
              active={to === '/' ? pathname === '/' : pathname.startsWith(to)}
              variant="light"
              mb={2}
            />
          ))}
        </AppShell.Section>
        <AppShell.Section>
          <NavLink href="/docs" label={words.reference} c="dimmed" />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {!online && (
          <Alert color="yellow" icon={<IconWifiOff aria-hidden />} mb="md" role="status">
            {words.offline}
          </Alert>
        )}
        <AutomationPaused />
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
