import { Alert } from '@mantine/core'
import { fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { useWords } from '../words/language.ts'

interface Props {
  readonly error: unknown
  /** Fields that show their own faults. */
  readonly fields?: readonly string[]
}

/** The error of a form, unless its fields show it. */
export function FormFault({ error, fields = [] }: Props) {
  const words = useWords().formFault
  const { unreachable } = useWords().shell
  if (!error) return null
  const faults = Object.entries(fieldErrorsOf(error))
  const elsewhere = faults.filter(([name]) => !fields.includes(name)).map(([, text]) => text)
  if (faults.length > 0 && elsewhere.length === 0) return null
  const text = elsewhere.join(' ') || messageOf(error)
  return (
    <Alert color="red" role="alert">
      {isProblem(error, 'precondition_failed')
        ? words.changed
        : isProblem(error, 'no_answer')
          ? unreachable
          : text}
    </Alert>
  )
}
