import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EntryState } from '../components/entry-state.tsx'
import { Ledger } from '../components/ledger.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { customerInvoicesQuery } from './queries.ts'

/** The newest documents of a customer, with a link to all of them. */
export function CustomerInvoices({ id }: { readonly id: string }) {
  const words = useWords().customers
  const states = useWords().status
  const format = useFormat()
  const invoices = useQuery(customerInvoicesQuery(id))
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2}>{words.invoices}</Title>
        <Anchor
          size="sm"
          className="screen-only"
          renderRoot={(props) => <Link {...props} to="/invoices" search={{ customer_id: id }} />}
        >
          {words.allInvoices}
        </Anchor>
      </Group>
      <QueryView of={invoices} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.noInvoices}
            </Text>
          ) : (
            <Ledger>
              <Table className="compact">
                <Table.Tbody>
                  {data.map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td>
                        <Anchor
                          component={Link}
                          to={`/invoices/${entry.id}`}
                          fw={600}
                          inherit
                          className="nowrap"
                        >
                          {entry.number ?? states.draft}
                        </Anchor>
                        <Text size="xs" c="dimmed" hiddenFrom="xs">
                          {format.shortDate(entry.issue_date)}
                        </Text>
                      </Table.Td>
                      <Table.Td visibleFrom="xs" c="dimmed" className="nowrap">
                        {format.shortDate(entry.issue_date)}
                      </Table.Td>
                      <Table.Td>
                        <EntryState of={entry} />
                      </Table.Td>
                      <Table.Td className="figures">
                        {format.money(entry.total, entry.currency)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Ledger>
          )
        }
      </QueryView>
    </Stack>
  )
}
