import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Amounts } from './amounts.tsx'
import { balancesQuery } from './queries.ts'

/** The balance, open and overdue amounts, and last activity of a customer. */
export function Standing({ id }: { readonly id: string }) {
  const words = useWords().customers
  const format = useFormat()
  const { data: balances } = useQuery(balancesQuery([id]))
  const balance = balances?.get(id)
  if (!balance) return null
  const { last_activity: last } = balance
  const lists = { open: { has_due: true }, overdue: { overdue: true } } as const
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm">
        {(['balance', 'open', 'overdue'] as const).map((name) => (
          <div key={name}>
            <Text size="xs" c="dimmed">
              {words[name]}
            </Text>
            {balance.currencies.every((it) => !/[1-9]/.test(it[name])) ? (
              <Text size="sm">–</Text>
            ) : name === 'balance' ? (
              <Amounts of={balance} name={name} />
            ) : (
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/invoices" search={{ customer_id: id, ...lists[name] }} />
                )}
              >
                <Amounts of={balance} name={name} />
              </Anchor>
            )}
          </div>
        ))}
        {last !== null && (
          <div>
            <Text size="xs" c="dimmed">
              {words.lastActivity}
            </Text>
            <Text size="sm">{format.date(last.slice(0, 10))}</Text>
          </div>
        )}
      </SimpleGrid>
    </Paper>
  )
}
