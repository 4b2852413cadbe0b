import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { useTitle } from './use-title.ts'

const LISTS = {
  invoice: '/invoices',
  quote: '/quotes',
  recurring: '/recurring',
  reminderPlan: '/reminders/plans',
  supplierInvoice: '/supplier-invoices',
  directDebitRun: '/bank/direct-debit',
  customer: '/customers',
  product: '/products',
  template: '/templates',
  webhook: '/access/webhooks',
} as const

export type Kind = keyof typeof LISTS

/** The page of something that does not exist, with a link to its list. */
export function Missing({ kind }: { readonly kind: Kind }) {
  const words = useWords().missing
  const { title, list } = words[kind]
  useTitle(title)
  return (
    <Stack align="flex-start">
      {/* The page of a webhook sets its own title. */}
      <Title order={kind === 'webhook' ? 2 : 1}>{title}</Title>
      <Text>{words.text}</Text>
      <Button component={Link} to={LISTS[kind]}>
        {list}
      </Button>
    </Stack>
  )
}
