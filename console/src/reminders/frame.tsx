import type { ComponentProps } from 'react'
import { PageOfPlaces } from '../components/page-of-places.tsx'
import { useReminderWords } from './words.ts'

const PLACES = [
  { to: '/reminders', name: 'due' },
  { to: '/reminders/plans', name: 'plans' },
] as const

type Props = Omit<ComponentProps<typeof PageOfPlaces>, 'label' | 'places'>

/** The frame of the pages about reminders, with their links. */
export function RemindersFrame(page: Props) {
  const words = useReminderWords()
  const places = PLACES.map(({ to, name }) => ({ to, name: words[name] }))
  return <PageOfPlaces {...page} label={words.title} places={places} />
}
