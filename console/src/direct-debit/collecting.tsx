import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { INVOICES_KEY, type Invoice } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { TextLink } from '../components/list-links.tsx'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import {
  type Collection,
  collectionsQuery,
  type Method,
  methodsQuery,
  RUNS_KEY,
} from './queries.ts'
import { useDirectDebitWords, useReason } from './words.ts'

const SHAPES: Readonly<Record<string, Shape>> = {
  planned: 'dashed',
  announced: 'open',
  submitted: 'partly',
  given_up: 'late',
}
/** As buttons of the rows are. */
const FIRST = { size: 'compact-sm', variant: 'default', c: 'var(--pine-ink)' } as const
const SECOND = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const

/** When and from where the amount of an invoice is collected, or that it can be. */
export function Collecting({ invoice }: { readonly invoice: Invoice }) {
  const { data: collections } = useQuery(collectionsQuery(invoice.id))
  const { data: methods } = useQuery(methodsQuery(invoice.customer_id))
  if (!collections || !methods || invoice.status !== 'sent') return null
  const live = collections.find(({ status }) => status in SHAPES)
  const usable = methods.data.filter(
    ({ status, via }) =>
      // Files for banks are in euros.
      status === 'active' && (via === 'provider' || invoice.currency === 'EUR'),
  )
  const usual = usable.find((it) => it.default) ?? usable[0]
  const own = methods.data.find(({ id }) => id === live?.payment_method_id)
  // What was given up is tried again the same way, or in another way if that one has ended.
  const isOver = live === undefined || (live.status === 'given_up' && own?.status !== 'active')
  return (
    <>
      {live && <Collected collection={live} method={own} />}
      {isOver && usual && <Possible invoice={invoice} method={usual} />}
    </>
  )
}

const useActOnCollection = () => useAct([INVOICES_KEY], [RUNS_KEY], ['attention'])

interface Props {
  readonly collection: Collection
  /** From which it is collected. */
  readonly method: Method | undefined
}

function Collected({ collection, method }: Props) {
  const words = useDirectDebitWords().collecting
  const format = useFormat()
  const { status, amount, currency, next_on: day } = collection
  const money = format.money(amount, currency)
  const from = method?.label ?? ''
  return (
    <Paper p="md" role="status">
      <Stack gap={4}>
        <State shape={SHAPES[status] ?? 'open'}>{words.states[status]}</State>
        <Text size="sm">
          {day === null || status === 'given_up'
            ? words.attempt(money, from)
            : words.plan(money, format.date(day), from)}
        </Text>
        <Note collection={collection} />
        <Buttons collection={collection} method={method} />
      </Stack>
    </Paper>
  )
}

function Note({ collection }: Pick<Props, 'collection'>) {
  const words = useDirectDebitWords().collecting
  const format = useFormat()
  const reasonOf = useReason()
  const { status, notice, run_id: runId, attempts, ended_because: ended } = collection
  const code = attempts.at(-1)?.code ?? null
  const texts: Readonly<Record<string, string>> = {
    planned: code === null ? words.notTold : `${reasonOf(code)}. ${words.notTold}`,
    announced: notice === null ? '' : words.told(format.date(notice.sent_at.slice(0, 10))),
    submitted: runId === null ? '' : words.handedIn,
    given_up: reasonOf(code ?? ended ?? ''),
  }
  const text = texts[status] ?? ''
  if (text === '') return null
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  )
}

function Buttons({ collection, method }: Props) {
  const words = useDirectDebitWords().collecting
  const mayIssue = useMay('issue')
  const { act, isBusy } = useActOnCollection()
  const { id, status, run_id: runId, etag: ifMatch } = collection
  const path = { id }
  if (status === 'submitted')
    return runId === null ? null : (
      <TextLink to="/bank/direct-debit/$id" params={{ id: runId }} size="sm">
        {words.inRun}
      </TextLink>
    )
  if (!mayIssue) return null
  if (status === 'given_up')
    return method?.status === 'active' ? (
      <Group>
        <Button
          {...FIRST}
          loading={isBusy}
          onClick={() =>
            act({ run: (api) => api.retryCollection({ path, ifMatch }), done: words.planned })
          }
        >
          {words.again}
        </Button>
      </Group>
    ) : null
  return (
    <Group gap={4}>
      {status === 'planned' && (
        <Button
          {...FIRST}
          loading={isBusy}
          onClick={() =>
            act({
              run: (api) => api.announceCollection({ path, body: {}, ifMatch }),
              done: words.toldDone,
            })
          }
        >
          {words.wasTold}
        </Button>
      )}
      <Button
        {...SECOND}
        loading={isBusy}
        onClick={() =>
          act({
            run: (api) => api.cancelCollection({ path, ifMatch }),
            done: words.canceled,
            undo: (api, { invoice_id, payment_method_id }) =>
              api.collectInvoice({ path: { id: invoice_id }, body: { payment_method_id } }),
          })
        }
      >
        {words.notNow}
      </Button>
    </Group>
  )
}

interface PossibleProps {
  readonly invoice: Invoice
  readonly method: Method
}

function Possible({ invoice: { id }, method }: PossibleProps) {
  const words = useDirectDebitWords().collecting
  const mayIssue = useMay('issue')
  const { act, isBusy } = useActOnCollection()
  if (!mayIssue) return null
  return (
    <Paper p="md">
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {words.possible(method.label)}
        </Text>
        <Group>
          <Button
            {...FIRST}
            loading={isBusy}
            onClick={() =>
              act({
                run: (api) =>
                  api.collectInvoice({ path: { id }, body: { payment_method_id: method.id } }),
                done: words.planned,
              })
            }
          >
            {words.collect}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
