import type { ComponentProps } from 'react'
import { PageOfPlaces } from '../components/page-of-places.tsx'
import { useBankWords } from './words.ts'

const PLACES = [
  { to: '/bank', name: 'entries' },
  { to: '/bank/online', name: 'online' },
  { to: '/bank/direct-debit', name: 'debits' },
  { to: '/bank/files', name: 'files' },
  { to: '/bank/accounts', name: 'accounts' },
  { to: '/bank/rules', name: 'rules' },
] as const

type Props = Omit<ComponentProps<typeof PageOfPlaces>, 'label' | 'places'>

/** The frame of the pages about the bank, with their links. */
export function BankFrame(page: Props) {
  const words = useBankWords()
  const places = PLACES.map(({ to, name }) => ({ to, name: words.places[name] }))
  return <PageOfPlaces {...page} label={words.title} places={places} />
}
