import type { ComponentProps } from 'react'
import { Back } from '../components/back.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../words/language.ts'

/** The frame of the pages behind the outbox: mail server and texts. */
export function MailFrame(page: Omit<ComponentProps<typeof Page>, 'back'>) {
  const words = useWords().mail
  return <Page {...page} back={<Back to="/mail" label={words.outbox} />} />
}
