import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../components/page.tsx'
import { useReminderWords } from './words.ts'

const PLACES = [
  { to: '/reminders', name: 'due' },
  { to: '/reminders/plans', name: 'plans' },
] as const

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The pages about reminders, with the way from one to the other. */
export function RemindersFrame({ title, actions, children }: Props) {
  const words = useReminderWords()
  const { pathname } = useLocation()
  return (
    <Page title={title} actions={actions}>
      <Group component="nav" aria-label={words.title} gap={4}>
        {PLACES.map(({ to, name }) => (
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
