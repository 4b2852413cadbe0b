import { Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { useMay } from '../api/session.ts'
import { DayField } from '../components/date-field.tsx'
import { dotted } from '../components/dotted.ts'
import { IconExternalLink, IconFileTypePdf, IconSend } from '../components/icons.ts'
import { Ledger } from '../components/ledger.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SendDialog } from '../mail/send-dialog.tsx'
import { isNegative, useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { type Statement, statementQuery } from './queries.ts'
import type { StatementSearch } from './search.ts'

const route = getRouteApi('/app/customers/$id')

type Account = Statement['accounts'][number]
const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const

/** The statement of account for the period in the URL. */
export function StatementPart({ id, name }: { readonly id: string; readonly name: string }) {
  const [isSending, setSending] = useState(false)
  const maySend = useMay('issue')
  const words = useWords().statement
  const period = route.useSearch()
  const statement = useQuery(statementQuery(id, period))
  const documents = inCompany(`/api/v1/customers/${id}/statement`)
  const query = new URLSearchParams({ ...period }).toString()
  const address = (form: string) => `${documents}/${form}${query === '' ? '' : `?${query}`}`
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{words.title}</Title>
        <Group gap="xs">
          <Button
            component="a"
            href={address('html')}
            target="_blank"
            variant="default"
            size="xs"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.open}
          </Button>
          <Button
            component="a"
            href={address('pdf')}
            target="_blank"
            variant="default"
            size="xs"
            leftSection={<IconFileTypePdf size={16} aria-hidden />}
          >
            {words.pdf}
          </Button>
          {maySend && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => setSending(true)}
            >
              {words.send}
            </Button>
          )}
        </Group>
      </Group>
      {isSending && (
        <SendDialog
          subject={{ kind: 'statement', id, number: words.of(name), ...period }}
          onClose={() => setSending(false)}
        />
      )}
      <Period period={period} shown={statement.data} errors={fieldErrorsOf(statement.error)} />
      <QueryView of={statement} lines={4}>
        {({ accounts }) =>
          accounts.every(isUntouched) ? (
            <Text size="sm" c="dimmed">
              {words.nothing}
            </Text>
          ) : (
            accounts.map((account) => <AccountTable key={account.currency} account={account} />)
          )
        }
      </QueryView>
    </Stack>
  )
}

/** No balance and no entries. */
const isUntouched = ({ opening_balance: opening, rows }: Account): boolean =>
  rows.length === 0 && !/[1-9]/.test(opening)

interface PeriodProps {
  readonly period: StatementSearch
  readonly shown: Statement | undefined
  readonly errors: Readonly<Record<string, string>>
}

function Period({ period, shown, errors }: PeriodProps) {
  const words = useWords().statement
  const navigate = route.useNavigate()
  const day = (name: 'from' | 'to') => (
    <DayField
      flex={{ base: '1 1 140px', xs: 'none' }}
      miw={0}
      label={words[name]}
      error={errors[name]}
      value={period[name] ?? shown?.[name] ?? ''}
      onChange={(value) =>
        navigate({
          search: ({ [name]: _, ...others }) => ({ ...others, ...(value && { [name]: value }) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
  return (
    <Group gap="sm" align="flex-end">
      {day('from')}
      {day('to')}
      {Object.keys(period).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => navigate({ search: {}, replace: true, resetScroll: false })}
        >
          {words.thisYear}
        </Button>
      )}
    </Group>
  )
}

/** A payment that raises the balance is a refund. */
const kindOf = ({ type, amount }: Account['rows'][number]) =>
  type === 'payment' && !isNegative(amount) ? 'refund' : type

function AccountTable({ account }: { readonly account: Account }) {
  const { statement: words, onAccount, invoiceList } = useWords()
  const { onStatement } = onAccount
  const format = useFormat()
  const money = (amount: string) => format.money(amount, account.currency)
  const line = (label: string, amount: string) => (
    <Table.Tr fw={600}>
      <Table.Td colSpan={2}>{label}</Table.Td>
      <Table.Td visibleFrom="xs" />
      <Table.Td className="figures">{money(amount)}</Table.Td>
    </Table.Tr>
  )
  return (
    <Ledger foot={<Ages account={account} />}>
      <Table className="compact">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.date}</Table.Th>
            <Table.Th>{words.what}</Table.Th>
            <Table.Th className="figures" visibleFrom="xs">
              {words.amount}
            </Table.Th>
            <Table.Th className="figures">{words.balance}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {line(words.opening, account.opening_balance)}
          {account.rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td c="dimmed" className="nowrap">
                {format.shortDate(row.date)}
              </Table.Td>
              <Table.Td>
                {row.invoice_id === null ? (
                  dotted([
                    onStatement[
                      row.returned ? 'returned' : isNegative(row.amount) ? 'payment' : 'refund'
                    ],
                    row.reference,
                  ])
                ) : (
                  <>
                    {row.returned
                      ? onStatement.returned
                      : row.role === null
                        ? words.kinds[kindOf(row)]
                        : invoiceList.roles[row.role]}{' '}
                    <Anchor
                      component={Link}
                      to={`/invoices/${row.invoice_id}`}
                      inherit
                      className="nowrap"
                    >
                      {row.number}
                    </Anchor>
                  </>
                )}
                <Text hiddenFrom="xs" inherit c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {money(row.amount)}
                </Text>
              </Table.Td>
              <Table.Td className="figures" visibleFrom="xs">
                {money(row.amount)}
              </Table.Td>
              <Table.Td className="figures">{money(row.balance)}</Table.Td>
            </Table.Tr>
          ))}
          {line(words.closing, account.closing_balance)}
        </Table.Tbody>
      </Table>
    </Ledger>
  )
}

/** How old the open amounts are; nothing if all is paid. */
function Ages({ account: { ageing, currency } }: { readonly account: Account }) {
  const words = useWords().statement
  const format = useFormat()
  const shown = AGES.filter((age) => /[1-9]/.test(ageing[age]))
  if (shown.length === 0) return null
  return (
    <Group gap="8px 32px">
      {shown.map((age) => (
        <div key={age}>
          {words.ages[age]} <span className="figures">{format.money(ageing[age], currency)}</span>
        </div>
      ))}
    </Group>
  )
}
