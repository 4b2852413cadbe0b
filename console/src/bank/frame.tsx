import type { ReactNode } from 'react'
import { Page } from '../components/page.tsx'
import { Places } from '../components/places.tsx'
import { useBankWords } from './words.ts'

const PLACES = [
  { to: '/bank', name: 'entries' },
  { to: '/bank/files', name: 'files' },
  { to: '/bank/accounts', name: 'accounts' },
  { to: '/bank/rules', name: 'rules' },
] as const

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The frame of the pages about the bank, with their links. */
export function BankFrame({ title, actions, children }: Props) {
  const words = useBankWords()
  return (
    <Page title={title} actions={actions}>
      <Places
        label={words.title}
        places={PLACES.map(({ to, name }) => ({ to, name: words.places[name] }))}
      />
      {children}
    </Page>
  )
}
