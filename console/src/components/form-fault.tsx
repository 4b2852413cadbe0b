import { Alert } from '@mantine/core'
import { fieldErrorsOf, isProblem, messageOf } from '../api.ts'
import { useWords } from '../language.ts'

interface Props {
  readonly error: unknown
  /** The fields of the form: what is wrong with those stands there. */
  readonly fields?: readonly string[]
}

/** Why a form was not taken, unless its fields say it. */
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
