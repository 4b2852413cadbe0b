import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LargeAmount } from '../components/desk.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { Amounts } from './amounts.tsx'
import { type Balance, balancesQuery } from './queries.ts'

interface Props {
  readonly id: string
}

/** The balance, open and overdue amounts, and last activity of a customer. */
export function Standing({ id }: Props) {
  const { customers: words, companies } = useWords()
  const format = useFormat()
  const { data: balances } = useQuery(balancesQuery([id]))
  const balance = balances?.get(id)
  if (!balance) return null
  const { last_activity: last } = balance
  const lists = { open: { has_due: true }, overdue: { overdue: true } } as const
  return (
    <>
      {!isNothing(balance, 'balance') && (
        <>
          <Text c="dimmed">{words.balance}</Text>
          <div className="desk-amount figures-large">
            <Large of={balance} />
          </div>
        </>
      )}
      <Stack gap={8} mt="sm">
        {isNothing(balance, 'open') && (
          <Text size="xl" fw={500} lts="-0.022em">
            {companies.nothingOpen}
          </Text>
        )}
        {(['open', 'overdue'] as const)
          .filter((name) => !isNothing(balance, name))
          .map((name) => (
            <Row key={name} label={words[name]}>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to="/invoices" search={{ customer_id: id, ...lists[name] }} />
                )}
              >
                <Amounts of={balance} name={name} />
              </Anchor>
            </Row>
          ))}
        {last !== null && (
          <Row label={words.lastActivity}>{format.shortDate(last.slice(0, 10))}</Row>
        )}
      </Stack>
    </>
  )
}

type Name = 'balance' | 'open' | 'overdue'

const isNothing = ({ currencies }: Balance, name: Name): boolean =>
  currencies.every((it) => !/[1-9]/.test(it[name]))

/** The balance in each currency; amounts of several are never added. */
function Large({ of: { currencies } }: { readonly of: Balance }) {
  const format = useFormat()
  return currencies
    .filter(({ balance }) => /[1-9]/.test(balance))
    .map(({ currency, balance }) => (
      <div key={currency}>
        <LargeAmount>{format.money(balance, currency)}</LargeAmount>
      </div>
    ))
}

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Group justify="space-between" align="flex-start" wrap="nowrap">
    <Text c="dimmed">{label}</Text>
    <Text component="div" className="figures">
      {children}
    </Text>
  </Group>
)
