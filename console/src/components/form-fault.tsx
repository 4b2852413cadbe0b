import { Alert } from '@mantine/core'
import { fieldErrorsOf, isProblem, messageOf } from '../api.ts'
import { shellWords } from '../shell/words.ts'
import { defineWords, useWords } from '../words.tsx'

const faultWords = defineWords({
  en: { changed: 'Somebody else changed this meanwhile. Close it and open it again.' },
  de: {
    changed:
      'Das hat inzwischen jemand anderes geändert. Schließen und öffnen Sie das Fenster noch einmal.',
  },
  fr: { changed: 'Quelqu’un d’autre l’a modifié entre-temps. Fermez puis rouvrez cette fenêtre.' },
})

interface Props {
  readonly error: unknown
  /** The fields of the form: what is wrong with those stands there. */
  readonly fields?: readonly string[]
}

/** Why a form was not taken, unless its fields say it. */
export function FormFault({ error, fields = [] }: Props) {
  const words = useWords(faultWords)
  const { unreachable } = useWords(shellWords)
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
