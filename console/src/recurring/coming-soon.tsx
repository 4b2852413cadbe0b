import { Anchor, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { upcomingQuery } from './queries.ts'

const DAYS = 30
const SHOWN = 5

export const comingSoonQuery = upcomingQuery({ days: DAYS })

/** On the dashboard: the recurring invoices of the next month. */
export function ComingSoon() {
  const words = useWords().dashboard
  const { shortDate, money } = useFormat()
  const { data: upcoming } = useQuery(comingSoonQuery)
  if (upcoming === undefined || upcoming.data.length === 0) return null
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="sm">
            {words.comingSoon(DAYS)}
          </Title>
          <Anchor component={Link} to="/recurring" size="sm" className="screen-only">
            {words.allRecurring}
          </Anchor>
        </Group>
        <Group gap="lg">
          {upcoming.totals.map(({ currency, count, payable }) => (
            <div key={currency}>
              <Text fz={20} fw={500} lh={1.4} className="figures-large">
                {money(payable, currency)}
              </Text>
              <Text size="sm" c="dimmed">
                {words.invoices(count)}
              </Text>
            </div>
          ))}
        </Group>
        <Table verticalSpacing={4} horizontalSpacing={0} className="spaced">
          <Table.Tbody>
            {upcoming.data.slice(0, SHOWN).map((it) => (
              <Table.Tr key={`${it.recurring_id} ${it.date}`}>
                <Table.Td className="nowrap" pe="md" w="1%" c="dimmed">
                  {shortDate(it.date)}
                </Table.Td>
                <Table.Td>
                  <RecurringLink id={it.recurring_id} name={it.name} />
                  <Text size="xs" c="dimmed">
                    {it.customer_name}
                  </Text>
                </Table.Td>
                <Table.Td ta="end" className={it.payable === null ? undefined : 'figures'}>
                  {it.payable !== null && it.currency !== null
                    ? money(it.payable, it.currency)
                    : it.problem && problemText(it.problem)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </section>
  )
}

const RecurringLink = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/recurring/$id" params={{ id }} />}>
    {name}
  </Anchor>
)
