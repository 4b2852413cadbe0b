import type { ReactNode } from 'react'
import { Page } from '../components/page.tsx'
import { Places } from '../components/places.tsx'
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

/** The frame of the pages about reminders, with their links. */
export function RemindersFrame({ title, actions, children }: Props) {
  const words = useReminderWords()
  return (
    <Page title={title} actions={actions}>
      <Places
        label={words.title}
        places={PLACES.map(({ to, name }) => ({ to, name: words[name] }))}
      />
      {children}
    </Page>
  )
}
