import type { ComponentProps } from 'react'
import { PageOfPlaces } from '../components/page-of-places.tsx'
import { useWords } from '../words/language.ts'

const PLACES = [
  { to: '/mail', name: 'outbox' },
  { to: '/mail/server', name: 'server', needs: 'admin' },
  { to: '/mail/words', name: 'words' },
] as const

type Props = Omit<ComponentProps<typeof PageOfPlaces>, 'label' | 'places'>

/** The frame of the pages about e-mail, with their links. */
export function MailFrame(page: Props) {
  const words = useWords().mail
  const places = PLACES.map((it) => ({ ...it, name: words[it.name] }))
  return <PageOfPlaces {...page} label={words.title} places={places} />
}
