import { Badge } from '@mantine/core'
import type { DisplayStatus } from '../../../src/invoices/lifecycle.ts'
import { defineWords, useWords } from '../words.tsx'

export const statusWords = defineWords({
  en: {
    draft: 'Draft',
    open: 'Open',
    partially_paid: 'Partly paid',
    overdue: 'Overdue',
    paid: 'Paid',
    refund_due: 'Refund due',
    credited: 'Credited',
    issued: 'Issued',
    uncollectible: 'Written off',
    void: 'Void',
  },
  de: {
    draft: 'Entwurf',
    open: 'Offen',
    partially_paid: 'Teilweise bezahlt',
    overdue: 'Überfällig',
    paid: 'Bezahlt',
    refund_due: 'Erstattung offen',
    credited: 'Gutgeschrieben',
    issued: 'Ausgestellt',
    uncollectible: 'Ausgebucht',
    void: 'Storniert',
  },
  fr: {
    draft: 'Brouillon',
    open: 'À payer',
    partially_paid: 'Payée en partie',
    overdue: 'En retard',
    paid: 'Payée',
    refund_due: 'À rembourser',
    credited: 'Annulée par avoir',
    issued: 'Émis',
    uncollectible: 'Irrécouvrable',
    void: 'Annulée',
  },
})

const COLORS: Readonly<Record<DisplayStatus, string>> = {
  draft: 'gray',
  open: 'blue',
  partially_paid: 'blue',
  overdue: 'red',
  paid: 'teal',
  refund_due: 'orange',
  credited: 'gray',
  issued: 'gray',
  uncollectible: 'orange',
  void: 'gray',
}

/** How an invoice stands, in one word: its `display_status`. */
export function Status({ of }: { readonly of: DisplayStatus }) {
  const words = useWords(statusWords)
  return (
    <Badge variant="light" color={COLORS[of]} tt="none" fw={600}>
      {words[of]}
    </Badge>
  )
}
