import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.ts'
import { useMay } from '../session.ts'

const PLACES = [
  { to: '/mail', name: 'outbox', needs: 'read' },
  { to: '/mail/server', name: 'server', needs: 'admin' },
  { to: '/mail/words', name: 'words', needs: 'read' },
] as const

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The pages about e-mail, with the way from one to the others. */
export function MailFrame({ title, actions, children }: Props) {
  const words = useWords().mail
  const isAdmin = useMay('admin')
  const { pathname } = useLocation()
  const places = PLACES.filter(({ needs }) => needs === 'read' || isAdmin)
  return (
    <Page title={title} actions={actions}>
      <Group component="nav" aria-label={words.title} gap={4}>
        {places.map(({ to, name }) => (
          <Button
            key={to}
            component={Link}
            to={to}
            activeOptions={{ exact: true }}
            variant={pathname === to ? 'light' : 'subtle'}
            size="compact-md"
          >
            {words[name]}
          </Button>
        ))}
      </Group>
      {children}
    </Page>
  )
}
