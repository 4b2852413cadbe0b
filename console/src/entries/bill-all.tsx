import type { Data } from '@billwright/sdk'
import {
  Anchor,
  Button,
  Group,
  NativeSelect,
  Progress,
  ScrollArea,
  SimpleGrid,
  Stack,
  Table,
  Text,
} from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Api, messageOf } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormFault } from '../components/form-fault.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useSend } from '../components/use-send.ts'
import { toldText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
import { GROUPINGS, type Grouping } from './form.ts'
import { allOpenQuery, ENTRIES_KEY } from './queries.ts'

type Result = Data<'invoiceAllEntries'>['results'][number]

/** Previews a draft for each customer with open entries, creates them, and lists what failed. */
export function BillAllDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords().entries
  const { bulk, formButtons } = useWords()
  const [until, setUntil] = useState('')
  const [grouping, setGrouping] = useState<Grouping>('description')
  const wanted = { group_by: grouping, ...(until !== '' && { until }) }
  const billing = useBilling(wanted)
  const preview = useQuery({
    ...allOpenQuery(wanted),
    placeholderData: keepPreviousData,
    enabled: billing.state === 'asked',
  })
  const planned = preview.data ?? []
  const drafts = planned.filter(isDone).length
  const { results } = billing
  const failed = results.filter((it) => !isDone(it)).length
  return (
    <Dialog
      isOpen
      isKept={billing.state === 'running'}
      isBusy={billing.state === 'running'}
      onClose={onClose}
      title={words.all.title}
      size="lg"
    >
      {billing.state === 'asked' ? (
        <Stack gap="md">
          <Text size="sm">{words.all.text}</Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DayField label={words.until} value={until} onChange={setUntil} />
            <NativeSelect
              label={words.grouping}
              value={grouping}
              data={GROUPINGS.map((value) => ({ value, label: words.groupings[value] }))}
              onChange={(event) =>
                setGrouping(GROUPINGS.find((it) => it === event.currentTarget.value) ?? 'none')
              }
            />
          </SimpleGrid>
          <QueryView of={preview} lines={3}>
            {(rows) =>
              rows.length === 0 ? (
                <Text size="sm" c="dimmed" role="status">
                  {words.all.nothing}
                </Text>
              ) : (
                <Results rows={rows} />
              )
            }
          </QueryView>
          <Group justify="flex-end" className="form-buttons">
            <Button variant="default" onClick={onClose}>
              {formButtons.cancel}
            </Button>
            <Button
              disabled={drafts === 0 || preview.isPlaceholderData}
              onClick={() => billing.run(planned.length)}
            >
              {words.all.make(drafts)}
            </Button>
          </Group>
        </Stack>
      ) : (
        <Stack gap="md">
          <Progress
            value={billing.state === 'ended' ? 100 : (results.length / billing.expected) * 100}
            aria-label={bulk.progress}
            color={failed > 0 ? 'orange' : 'pine'}
          />
          <Text size="sm" role="status">
            {billing.state === 'running'
              ? bulk.soFar(results.length, billing.expected, failed)
              : dotted([
                  words.all.made(results.length - failed),
                  failed > 0 && words.all.failed(failed),
                ])}
          </Text>
          <FormFault error={billing.error} />
          <Results rows={results} />
          <Group justify="flex-end" className="form-buttons">
            {billing.state === 'running' ? (
              <Button variant="default" onClick={billing.stop}>
                {bulk.stop}
              </Button>
            ) : (
              <Button onClick={onClose}>{bulk.close}</Button>
            )}
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}

const isDone = ({ problem }: Result): boolean => problem === undefined

/** What fails comes first. */
function Results({ rows }: { readonly rows: readonly Result[] }) {
  const sorted = rows.toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
  return (
    <ScrollArea.Autosize mah={320} type="auto" tabIndex={0}>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {sorted.map((row) => (
            <ResultRow key={`${row.customer_id} ${row.currency}`} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}

function ResultRow({ row }: { readonly row: Result }) {
  const words = useWords().entries
  const { language } = useLanguage()
  const format = useFormat()
  const { problem, first_day: from, last_day: to } = row
  const days =
    from === to ? format.shortDate(from) : `${format.shortDate(from)} – ${format.shortDate(to)}`
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {row.invoice_id === null ? (
          <Text size="sm" fw={600}>
            {row.customer_name}
          </Text>
        ) : (
          <Anchor
            href={inCompany(`/invoices/${row.invoice_id}`)}
            target="_blank"
            size="sm"
            fw={600}
          >
            {row.customer_name}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          {dotted([
            plural(row.entries, language, words.openCount),
            days,
            row.entries > ENTRIES_MAX && words.all.oldest,
          ])}
        </Text>
        {problem !== undefined && (
          <Text size="sm" c="red">
            {reasonOf(problem)}{' '}
            <Anchor
              href={inCompany(`/entries?customer_id=${row.customer_id}`)}
              target="_blank"
              size="sm"
              underline="always"
            >
              {words.all.show}
            </Anchor>
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end" className="figures" style={{ verticalAlign: 'top' }}>
        {row.total === null ? '–' : format.money(row.total, row.currency)}
      </Table.Td>
    </Table.Tr>
  )
}

/** A draft bills no more entries at once. */
const ENTRIES_MAX = 1000

/** The faults themselves, where the problem only says that there are some. */
function reasonOf({ errors = [], detail, ...problem }: NonNullable<Result['problem']>): string {
  const faults = errors.length > 0 ? errors : [{ ...problem, message: detail }]
  return [...new Set(faults.map(toldText))].join(' ')
}

function useBilling(wanted: Parameters<typeof allOpenQuery>[0]) {
  const queries = useQueryClient()
  const { send } = useSend()
  const [results, setResults] = useState<readonly Result[]>([])
  const [state, setState] = useState<'asked' | 'running' | 'ended'>('asked')
  const [expected, setExpected] = useState(1)
  const [error, setError] = useState<Error | null>(null)
  const isStopped = useRef(false)
  const all = async (api: Api) => {
    let cursor: string | null = null
    do {
      const body = { ...wanted, ...(cursor !== null && { cursor }) }
      const page: Data<'invoiceAllEntries'> = await api.invoiceAllEntries({ body })
      setResults((before) => [...before, ...page.results])
      cursor = page.next_cursor
    } while (cursor !== null && !isStopped.current)
  }
  const run = async (count: number) => {
    setExpected(count)
    setState('running')
    try {
      await send(all)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(messageOf(failure)))
    }
    setState('ended')
    for (const key of [ENTRIES_KEY, INVOICES_KEY])
      await queries.invalidateQueries({ queryKey: [key] })
  }
  const stop = () => {
    isStopped.current = true
  }
  return { results, state, expected, error, run, stop }
}
