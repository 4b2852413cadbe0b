import { Anchor, Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Api, messageOf } from '../api.ts'
import { inCompany } from '../company.ts'
import { Dialog } from '../components/dialog.tsx'
import { IconAlertCircle, IconCheck, IconMinus } from '../components/icons.ts'
import { useSend } from '../components/use-send.ts'
import { useWords } from '../language.ts'
import type { BulkStep } from './bulk-bar.tsx'
import type { InvoiceEntry } from './list-table.tsx'
import { INVOICES_KEY } from './queries.ts'

interface Props {
  readonly step: BulkStep
  readonly entries: readonly InvoiceEntry[]
  readonly onCancel: () => void
  readonly onDone: () => void
}

interface Result {
  readonly entry: InvoiceEntry
  readonly kind: 'done' | 'skipped' | 'failed'
  readonly text: string
}

/** Does one after the other, so that numbers follow the dates, and tells of each how it went. */
export function BulkDialog({ step, entries, onCancel, onDone }: Props) {
  const words = useWords().bulk
  const { results, state, run, stop } = useBulk(step, entries)
  const failed = results.filter(({ kind }) => kind === 'failed').length
  return (
    <Dialog
      isOpen
      isKept={state === 'running'}
      onClose={state === 'asked' ? onCancel : onDone}
      title={words.titles[step](entries.length)}
      size="lg"
    >
      <Stack>
        {state === 'asked' ? (
          <Text size="sm">{words.texts[step]}</Text>
        ) : (
          <>
            <Progress
              value={(results.length / entries.length) * 100}
              aria-label={words.progress}
              color={failed > 0 ? 'orange' : 'teal'}
            />
            <Text size="sm" role="status">
              {words.soFar(results.length, entries.length, failed)}
            </Text>
            <Results results={results} />
          </>
        )}
        <Group justify="flex-end">
          {state === 'asked' && (
            <>
              <Button variant="default" onClick={onCancel}>
                {words.cancel}
              </Button>
              <Button onClick={run}>{words.start}</Button>
            </>
          )}
          {state === 'running' && (
            <Button variant="default" onClick={stop}>
              {words.stop}
            </Button>
          )}
          {state === 'ended' && <Button onClick={onDone}>{words.close}</Button>}
        </Group>
      </Stack>
    </Dialog>
  )
}

const ICONS = { done: IconCheck, skipped: IconMinus, failed: IconAlertCircle }
const COLORS = { done: 'teal', skipped: 'dimmed', failed: 'red' }

const Results = ({ results }: { readonly results: readonly Result[] }) => (
  <List size="sm" spacing={4} mah={320} style={{ overflowY: 'auto' }} listStyleType="none">
    {results.map(({ entry, kind, text }) => {
      const Icon = ICONS[kind]
      return (
        <List.Item key={entry.id} icon={<Icon size={16} aria-hidden />} c={COLORS[kind]}>
          <Anchor href={inCompany(`/invoices/${entry.id}`)} target="_blank" size="sm">
            {entry.number ?? entry.customer_name}
          </Anchor>{' '}
          {text}
        </List.Item>
      )
    })}
  </List>
)

function useBulk(step: BulkStep, entries: readonly InvoiceEntry[]) {
  const words = useWords().bulk
  const queries = useQueryClient()
  const [results, setResults] = useState<readonly Result[]>([])
  const [state, setState] = useState<'asked' | 'running' | 'ended'>('asked')
  const isStopped = useRef(false)
  const { send } = useSend()

  const one = async (api: Api, entry: InvoiceEntry): Promise<Result> => {
    const path = { id: entry.id }
    const isDraft = entry.status === 'draft'
    const issues = step !== 'publish' && isDraft
    const publishes = step !== 'issue' && !entry.published && (isDraft || entry.status !== 'void')
    if (!issues && !publishes) return { entry, kind: 'skipped', text: words.skipped }
    try {
      const issued = issues ? await api.updateInvoice({ path, body: { status: 'sent' } }) : null
      if (publishes) await api.publishInvoice({ path })
      const did = [issued && words.issued(issued.number ?? ''), publishes && words.published]
      return { entry, kind: 'done', text: did.filter(Boolean).join(', ') }
    } catch (error) {
      return { entry, kind: 'failed', text: messageOf(error) }
    }
  }
  const all = async (api: Api) => {
    setState('running')
    for (const entry of inOrderOfDates(entries)) {
      if (isStopped.current) break
      const result = await one(api, entry)
      setResults((before) => [...before, result])
    }
    setState('ended')
    await queries.invalidateQueries({ queryKey: [INVOICES_KEY] })
  }
  const run = () => send(all)
  const stop = () => {
    isStopped.current = true
  }
  return { results, state, run, stop }
}

const inOrderOfDates = (entries: readonly InvoiceEntry[]): readonly InvoiceEntry[] =>
  entries.toSorted((a, b) => (`${a.issue_date} ${a.id}` < `${b.issue_date} ${b.id}` ? -1 : 1))
