import { CURRENCIES } from '@billwright/money'
import type { PaymentTerms } from '@billwright/rules/payment-terms'
import {
  Code,
  Grid,
  Input,
  Paper,
  Select,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isProblem } from '../api/client.ts'
import type { Settings } from '../api/queries.ts'
import { CustomFields } from '../components/custom-fields.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { TermsField } from '../components/terms-field.tsx'
import { Adjustments } from '../editor/adjustments.tsx'
import { bodyOf, writtenLines } from '../editor/body.ts'
import { outcomeOf } from '../editor/figures.ts'
import type { Form } from '../editor/form.ts'
import { Lines } from '../editor/lines.tsx'
import { Texts, Withheld, withholds } from '../editor/particulars.tsx'
import { GrandTotal, TotalsPanel } from '../editor/totals-panel.tsx'
import { useFaults } from '../editor/use-editor.ts'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { Content } from './contents-form.ts'
import { previewQuery, type Recurring } from './queries.ts'

interface WrittenProps {
  readonly form: Form
  readonly edit: Parameters<typeof Lines>[0]['edit']
  readonly error: unknown
  readonly settings: Settings
  readonly isExtra: boolean
  readonly terms: PaymentTerms | null
  readonly setTerms: (terms: PaymentTerms | null) => void
  /** Null: this form does not have the field. */
  readonly entries: { readonly isOn: boolean; readonly turn: (isOn: boolean) => void } | null
}

/** Faults below these paths belong to the form. */
const withoutPrefix = (pointer: string): string => pointer.replace(/^\/invoice/, '')

/** The contents of each invoice. */
export function Written(props: WrittenProps) {
  const { form, edit, error, settings, isExtra, terms, setTerms, entries } = props
  const words = useWords()
  const { figures, faults: found } = useMemo(
    () => outcomeOf(bodyOf(form), settings),
    [form, settings],
  )
  const keys = writtenLines(form).map(({ key }) => key)
  const refused = isProblem(error)
    ? error.errors.map((fault) => ({ ...fault, pointer: withoutPrefix(fault.pointer) }))
    : []
  // A product has its price of the billed day.
  const own = found.filter(({ code }) => code !== 'required')
  const faults = useFaults(own, refused, keys)
  const totals = new Map(keys.map((key, index) => [key, figures?.items[index] ?? '']))
  const shown = new Map([...totals].filter(([, total]) => total !== ''))
  return (
    <Stack gap="md">
      <FormFault error={error} />
      <Paper p="md">
        <Stack gap="md" className="lines">
          <Lines form={form} settings={settings} edit={edit} totals={shown} faults={faults.lines} />
          <Placeholders />
          {!isExtra && <Adjustments form={form} edit={edit} faultAt={faults.at} />}
          {!isExtra && withholds(form, settings) && (
            <Withheld form={form} edit={edit} faultAt={faults.at} settings={settings} />
          )}
          <TotalsPanel
            figures={figures}
            currency={form.currency}
            includesTax={form.pricesIncludeTax}
            withTotal={false}
          />
          <GrandTotal figures={figures} currency={form.currency} />
        </Stack>
      </Paper>
      <Paper p="md">
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
            {entries !== null && (
              <Switch
                label={words.recurring.includeEntries}
                description={words.recurring.includeEntriesHint}
                checked={entries.isOn}
                onChange={({ currentTarget: { checked } }) => entries.turn(checked)}
              />
            )}
            <Grid gap="sm">
              <Grid.Col span={{ base: 12, xs: 6, md: 3 }}>
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
              <Grid.Col span={{ base: 12, xs: 6, md: 3 }}>
                <TermsField
                  label={words.paymentTerms.label}
                  value={terms}
                  usual={form.defaults.terms}
                  onChange={setTerms}
                  faultAt={(part) => faults.at(['/payment_terms', part].filter(Boolean).join('/'))}
                />
              </Grid.Col>
            </Grid>
            <Texts form={form} edit={edit} faultAt={faults.at} />
            <Input.Wrapper
              label={words.customFields.title}
              description={words.customFields.hint}
              labelElement="div"
              inputWrapperOrder={['label', 'description', 'input']}
            >
              <CustomFields
                fields={form.customFields}
                onChange={(customFields) =>
                  edit({ kind: 'change', change: (it) => ({ ...it, customFields }) })
                }
                faultAt={(place) => faults.at(`/custom_fields/${place}`)}
              />
            </Input.Wrapper>
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

/** The placeholders that each invoice fills in. */
function Placeholders() {
  const words = useWords().recurring
  return (
    <Text size="xs" c="dimmed" component="div">
      {words.placeholders}{' '}
      {PLACEHOLDERS.map((name) => (
        <span key={name}>
          <Code className="nowrap">{`{${name}}`}</Code>{' '}
        </span>
      ))}
    </Text>
  )
}

const SETTLED_MS = 500
const SHOWN = 3

interface PreviewProps {
  readonly recurring: Pick<Recurring, 'name' | 'customer_id' | 'action' | 'schedule' | 'period'> &
    Partial<Pick<Recurring, 'invoice' | 'next'>>
  readonly includesEntries: boolean
  readonly content: Partial<Content>
  readonly from: string | undefined
}

/** Previews the next invoices with the code of the service. */
export function Preview({ recurring, includesEntries, content, from }: PreviewProps) {
  const words = useWords().recurring
  const { shortDate, money } = useFormat()
  const { name, customer_id, action, schedule, period, invoice } = recurring
  const start = from ?? recurring.next?.date ?? schedule.start_date
  const text = JSON.stringify({
    name,
    customer_id,
    action,
    period,
    schedule: { ...schedule, end: null },
    invoice: { ...invoice, ...content },
    include_entries: includesEntries,
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
              <Table.Td c="dimmed" className="nowrap">
                {shortDate(day.date)}
              </Table.Td>
              <Table.Td>
                {day.problem === null
                  ? day.items
                      .filter(({ kind }) => kind === 'item')
                      .map(({ description }) => description)
                      .join(', ')
                  : problemText(day.problem)}
              </Table.Td>
              <Table.Td className="figures">
                {day.totals !== null && day.currency !== null
                  ? money(day.totals.payable, day.currency)
                  : '–'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
