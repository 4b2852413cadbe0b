import { Text } from '@mantine/core'
import { isProblem } from '../api/client.ts'
import { useWords } from '../words/language.ts'

interface Props {
  /** Null: only what the mail server said is shown. */
  readonly cause: string | null
  readonly said: string | null
  /** Whether it asks for a person. */
  readonly isGrave?: boolean
}

/** Why the mail server did not take a message, and below it its own words, as servers speak English. */
export function MailFault({ cause, said, isGrave = false }: Props) {
  const causes: Readonly<Record<string, string>> = useWords().mail.causes
  return (
    <>
      {cause !== null && (
        <Text size="sm" {...(isGrave && { c: 'var(--brick-ink)', fw: 500 })}>
          {causes[cause]}
        </Text>
      )}
      {said !== null && (
        <Text
          component="q"
          lang="en"
          size="xs"
          display="block"
          mt={4}
          style={{ overflowWrap: 'anywhere' }}
        >
          {said}
        </Text>
      )}
    </>
  )
}

/** Whether the mail server refused a test message. */
export const isRefusal = (error: unknown): boolean =>
  isProblem(error, 'mail_refused') || isProblem(error, 'mail_server_unusable')

export function refusalOf(error: unknown) {
  if (!isProblem(error)) return { cause: null, said: null }
  const { reply }: Readonly<Record<string, unknown>> = { ...error.problem }
  return { cause: String(error.params.reason), said: typeof reply === 'string' ? reply : null }
}
