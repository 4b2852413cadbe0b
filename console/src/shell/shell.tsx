import { Alert } from '@mantine/core'
import { useDisclosure, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { IconWifiOff } from '../components/icons.ts'
import { useKeys } from '../components/use-keys.ts'
import { settleLocale, useWords } from '../words/language.ts'
import { AutomationPaused } from './automation-paused.tsx'
import { Dock, Menu, newAt } from './menu.tsx'
import './frame.css'

const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** The frame of every page: the menu, and the dock of a phone. Default children: the page of the route. */
export function Shell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const words = useWords().shell
  const [isOpen, menu] = useDisclosure()
  const { pathname } = useLocation()
  const { data: settings } = useQuery(settingsQuery)
  const locale = settings?.locale
  useEffect(() => {
    if (locale !== undefined) settleLocale(locale)
  }, [locale])
  const { online } = useNetwork()
  const navigate = useNavigate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useKeys({
    n: () => navigate({ to: newAt(pathname) }),
    '?': () => setHelpOpen(true),
    '/': () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu.
  useEffect(() => menu.close(), [pathname])
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <Menu isOpen={isOpen} onHelp={() => setHelpOpen(true)} />
      <main className="main" id="main" tabIndex={-1}>
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
      </main>
      <Dock isMenuOpen={isOpen} onMenu={menu.toggle} />
    </div>
  )
}

/** Tells operators that they are in another company. */
function AsOperator() {
  const words = useWords().shell
  const { data: session } = useQuery(sessionQuery)
  if (!session?.company || session.role !== null || session.kind !== 'user') return null
  return (
    <Alert color="yellow" mb="md" title={words.inside(session.company.name)}>
      {words.insideText}
    </Alert>
  )
}
