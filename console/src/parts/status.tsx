import { Badge } from '@mantine/core'
import { defineWords, useWords } from '../words.tsx'

export const statusWords = defineWords({
  en: {
    draft: 'Draft',
    sent: 'Open',
    paid: 'Paid',
    void: 'Void',
    uncollectible: 'Written off',
    overdue: 'Overdue',
  },
  de: {
    draft: 'Entwurf',
    sent: 'Offen',
    paid: 'Bezahlt',
    void: 'Storniert',
    uncollectible: 'Ausgebucht',
    overdue: 'Überfällig',
  },
  fr: {
    draft: 'Brouillon',
    sent: 'À payer',
    paid: 'Payée',
    void: 'Annulée',
    uncollectible: 'Irrécouvrable',
    overdue: 'En retard',
  },
})

export type StatusName = keyof typeof statusWords.en

const COLORS: Readonly<Record<StatusName, string>> = {
  draft: 'gray',
  sent: 'blue',
  paid: 'teal',
  void: 'gray',
  uncollectible: 'orange',
  overdue: 'red',
}

/** The state of an invoice in one word. */
export function Status({
  status,
  overdue,
}: {
  readonly status: string
  readonly overdue: boolean
}) {
  const words = useWords(statusWords)
  const name = (overdue ? 'overdue' : status) as StatusName
  return (
    <Badge variant="light" color={COLORS[name]} tt="none" fw={600}>
      {words[name]}
    </Badge>
  )
}
