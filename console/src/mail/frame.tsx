import type { ReactNode } from 'react'
import { type Scope, useMay } from '../api/session.ts'
import { Page } from '../components/page.tsx'
import { Places } from '../components/places.tsx'
import { useWords } from '../words/language.ts'

const PLACES = [
  { to: '/mail', name: 'outbox', needs: 'read' },
  { to: '/mail/server', name: 'server', needs: 'admin' },
  { to: '/mail/words', name: 'words', needs: 'read' },
] as const

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly needs?: Scope
  readonly children: ReactNode
}

/** The frame of the pages about e-mail, with their links. */
export function MailFrame({ title, actions, needs, children }: Props) {
  const words = useWords().mail
  const isAdmin = useMay('admin')
  const places = PLACES.filter(({ needs }) => needs === 'read' || isAdmin)
  return (
    <Page title={title} actions={actions} {...(needs && { needs })}>
      <Places
        label={words.title}
        places={places.map(({ to, name }) => ({ to, name: words[name] }))}
      />
      {children}
    </Page>
  )
}
