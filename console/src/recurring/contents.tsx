import {
  Button,
  Code,
  Grid,
  NumberInput,
  Paper,
  Select,
  Spoiler,
  Stack,
  Table,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useReducer, useState } from 'react'
import { CURRENCIES } from '../../../src/money/currencies.ts'
import { isProblem } from '../api.ts'
import { FormFault } from '../components/form-fault.tsx'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { tellDone } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { type Customer, customerQuery } from '../customers/queries.ts'
import { todayIn, useFormat } from '../format.ts'
import { Adjustments } from '../invoices/editor/adjustments.tsx'
import { bodyOf, writtenLines } from '../invoices/editor/body.ts'
import { edited } from '../invoices/editor/edits.ts'
import { outcomeOf } from '../invoices/editor/figures.ts'
import { blankLine, type Form, type Settings } from '../invoices/editor/form.ts'
import { Lines } from '../invoices/editor/lines.tsx'
import { Texts } from '../invoices/editor/particulars.tsx'
import { changesOf } from '../invoices/editor/saving.ts'
import { TotalsPanel } from '../invoices/editor/totals-panel.tsx'
import { useFaults } from '../invoices/editor/use-editor.ts'
import { useLanguage, useWords } from '../language.ts'
import { settingsQuery } from '../queries.ts'
import { type Content, contentOn, contentsOf, formOfContents } from './contents-form.ts'
import { previewQuery, RECURRING_KEY, type Recurring, recurringQuery } from './queries.ts'

const route = getRouteApi('/app/recurring/$id/contents')

/** What a recurring invoice bills: from its next day on, from a later day on, or on one day besides. */
export function RecurringContents() {
  const { id } = route.useParams()
  const read = useQuery({ ...recurringQuery(id), refetchOnWindowFocus: false })
  const settings = useQuery(settingsQuery)
  return (
    <QueryView of={settings}>
      {(known) => (
        <QueryView of={read} kind="recurring">
          {({ recurring, etag }) => (
            <WithCustomer recurring={recurring} etag={etag} settings={known} />
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

interface Props {
  readonly recurring: Recurring
  readonly etag: string | undefined
  readonly settings: Settings
}

function WithCustomer(props: Props) {
  const read = useQuery({
    ...customerQuery(props.recurring.customer_id),
    refetchOnWindowFocus: false,
  })
  return (
    <QueryView of={read} kind="customer">
      {({ customer }) => <Writing {...props} customer={customer} />}
    </QueryView>
  )
}

/** The whole contents, or one day's additions. */
function useStart({ recurring, settings, customer }: Omit<Props, 'etag'> & Writer) {
  const { from, extra } = route.useSearch()
  const { language } = useLanguage()
  return useState((): { readonly form: Form; readonly terms: number | '' } => {
    const today = todayIn(settings.timeZone)
    const context = { customer, settings, language, today }
    const content = contentOn(recurring, from ?? recurring.next?.date ?? today)
    if (extra === undefined)
      return { form: formOfContents(content, context), terms: content.payment_terms_days ?? '' }
    const added = recurring.extras.find(({ date }) => date === extra)
    const { items: _items, ...head } = content
    const items = added && added.items.length > 0 ? { items: added.items } : {}
    const form = formOfContents({ ...head, ...items, notes: added?.notes ?? '' }, context)
    const lines = form.lines.length > 0 ? form.lines : [blankLine(settings, language)]
    return { form: { ...form, lines }, terms: '' }
  })[0]
}

interface Writer {
  readonly customer: Customer
}

const withTerms = (contents: Partial<Content>, terms: number | '') => ({
  ...contents,
  payment_terms_days: terms === '' ? null : terms,
})

function Writing(props: Props & Writer) {
  const { recurring, etag, settings } = props
  const { id, name } = recurring
  const { from, extra } = route.useSearch()
  const words = useWords().recurring
  const { date } = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const start = useStart(props)
  const [form, edit] = useReducer(edited, start.form)
  const [terms, setTerms] = useState<number | ''>(start.terms)
  const before = useMemo(() => withTerms(contentsOf(start.form), start.terms), [start])
  const after = withTerms(contentsOf(form), terms)
  const changes = changesOf(before, after) as Partial<Content>
  const [isSaved, setSaved] = useState(false)
  const { mutate, error, isPending } = useChange({
    run: (api) => {
      const guarded = etag === undefined ? {} : { ifMatch: etag }
      if (extra === undefined)
        return api.patchRecurringInvoice({
          path: { id },
          body: { invoice: changes },
          ...(from === undefined ? {} : { query: { from } }),
          ...guarded,
        })
      const { items } = contentsOf(form)
      const notes = form.texts.notes.trim() === '' ? null : form.texts.notes
      const path = { id, date: extra }
      return api.putOccurrence({ path, body: { items, notes }, ...guarded })
    },
    onSuccess: async () => {
      setSaved(true)
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.contentsSaved)
      await navigate({ to: '/recurring/$id', params: { id } })
    },
  })
  const isDirty = !isSaved && Object.keys(changes).length > 0
  const title =
    extra !== undefined
      ? words.addTo(date(extra))
      : from !== undefined
        ? words.contentsFrom(date(from))
        : words.contents
  return (
    <Page
      title={`${name}: ${title}`}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(rest) => <Link {...rest} to="/recurring/$id" params={{ id }} />}
          >
            {words.cancel}
          </Button>
          <Button onClick={() => mutate()} loading={isPending} disabled={!isDirty}>
            {words.save}
          </Button>
        </>
      }
    >
      <LeaveGuard isDirty={isDirty} />
      <Written
        form={form}
        edit={edit}
        error={error}
        settings={settings}
        isExtra={extra !== undefined}
        terms={terms}
        setTerms={setTerms}
      />
      <Placeholders />
      {extra === undefined && <Preview recurring={recurring} content={after} from={from} />}
    </Page>
  )
}

interface WrittenProps {
  readonly form: Form
  readonly edit: Parameters<typeof Lines>[0]['edit']
  readonly error: unknown
  readonly settings: Settings
  readonly isExtra: boolean
  readonly terms: number | ''
  readonly setTerms: (days: number | '') => void
}

/** Below these, faults of the request are faults of the form. */
const withoutPrefix = (pointer: string): string => pointer.replace(/^\/invoice/, '')

function Written(props: WrittenProps) {
  const { form, edit, error, settings, isExtra, terms, setTerms } = props
  const words = useWords()
  const { figures, faults: found } = useMemo(
    () => outcomeOf(bodyOf(form), settings),
    [form, settings],
  )
  const keys = writtenLines(form).map(({ key }) => key)
  const refused = isProblem(error)
    ? error.errors.map((fault) => ({ ...fault, pointer: withoutPrefix(fault.pointer) }))
    : []
  // A product gives its price on the day that is billed.
  const own = found.filter(({ code }) => code !== 'required')
  const faults = useFaults(own, refused, keys)
  const totals = new Map(keys.map((key, index) => [key, figures?.items[index] ?? '']))
  const shown = new Map([...totals].filter(([, total]) => total !== ''))
  return (
    <Stack gap="md">
      <FormFault error={error} />
      <Paper withBorder p="md">
        <Stack gap="md">
          <Lines form={form} settings={settings} edit={edit} totals={shown} faults={faults.lines} />
          <TotalsPanel
            figures={figures}
            currency={form.currency}
            includesTax={form.pricesIncludeTax}
          />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        {isExtra ? (
          <Textarea
            label={words.editor.notes}
            value={form.texts.notes}
            maxLength={10_000}
            autosize
            minRows={2}
            onChange={({ currentTarget: { value } }) =>
              edit({
                kind: 'change',
                change: (it) => ({ ...it, texts: { ...it.texts, notes: value } }),
              })
            }
          />
        ) : (
          <Stack gap="sm">
            <Grid gap="sm">
              <Grid.Col span={{ base: 6, sm: 3 }}>
                <Select
                  label={words.editor.currency}
                  data={[...CURRENCIES]}
                  searchable
                  allowDeselect={false}
                  value={form.currency}
                  onChange={(currency) =>
                    currency !== null &&
                    edit({ kind: 'change', change: (it) => ({ ...it, currency }) })
                  }
                />
              </Grid.Col>
              <Grid.Col span={{ base: 6, sm: 3 }}>
                <NumberInput
                  label={words.recurring.terms}
                  placeholder={words.recurring.termsHint}
                  min={0}
                  max={3650}
                  allowDecimal={false}
                  value={terms}
                  onChange={(value) => setTerms(value === '' ? '' : Number(value))}
                />
              </Grid.Col>
            </Grid>
            <Texts form={form} edit={edit} faultAt={faults.at} />
            <Adjustments form={form} edit={edit} faultAt={faults.at} />
          </Stack>
        )}
      </Paper>
    </Stack>
  )
}

const PLACEHOLDERS = [
  'month_year',
  'month',
  'year',
  'quarter_year',
  'period',
  'period_start',
  'period_end',
  'date',
  'due_date',
  'n',
  'month-1',
  'month_year+1',
]

/** What may stand in the texts, and is filled in for each day. */
function Placeholders() {
  const words = useWords().recurring
  return (
    <Spoiler maxHeight={48} showLabel={words.showAll} hideLabel={words.showLess}>
      <Text size="sm" c="dimmed" component="div">
        {words.placeholders}{' '}
        {PLACEHOLDERS.map((name) => (
          <span key={name}>
            <Code>{`{${name}}`}</Code>{' '}
          </span>
        ))}
      </Text>
    </Spoiler>
  )
}

const SETTLED_MS = 500
const SHOWN = 3

interface PreviewProps {
  readonly recurring: Recurring
  readonly content: Partial<Content>
  readonly from: string | undefined
}

/** The next invoices with the present input, by the code that makes them. */
function Preview({ recurring, content, from }: PreviewProps) {
  const words = useWords().recurring
  const { date, money } = useFormat()
  const { name, customer_id, action, schedule, period, invoice } = recurring
  const start = from ?? recurring.next?.date ?? schedule.start_date
  const text = JSON.stringify({
    name,
    customer_id,
    action,
    period,
    schedule: { ...schedule, end: null },
    invoice: { ...invoice, ...content },
  })
  const [settled] = useDebouncedValue(text, SETTLED_MS)
  const { data } = useQuery(previewQuery(settled))
  const days = data?.data.filter((day) => day.date >= start).slice(0, SHOWN) ?? []
  if (days.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2}>{words.previewTitle}</Title>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {days.map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{date(day.date)}</Table.Td>
              <Table.Td>
                {day.problem?.detail ?? day.items.map(({ description }) => description).join(', ')}
              </Table.Td>
              <Table.Td ta="right">
                {day.totals !== null && day.currency !== null
                  ? money(day.totals.total, day.currency)
                  : '–'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
