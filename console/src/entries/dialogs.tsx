import { Alert, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import type { Settings } from '../api/queries.ts'
import { useCurrencies } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { CustomerField } from '../editor/customer-field.tsx'
import { Files } from '../files/card.tsx'
import { plural, useLanguage, useWords } from '../words/language.ts'
import { EntryFields } from './fields.tsx'
import { type EntryForm, entryBody, entryForm, GROUPINGS, type Grouping } from './form.ts'
import { ENTRIES_KEY, type Entry, openEntriesQuery } from './queries.ts'

interface EditProps {
  readonly entry: Entry
  readonly settings: Settings
  readonly onClose: () => void
}

export function EditDialog({ entry, settings, onClose }: EditProps) {
  const words = useWords().entries
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [form, setForm] = useState<EntryForm>(() => entryForm(entry, language))
  const { mutate, error, isPending } = useChange({
    run: (api) => api.putEntry({ path: { id: entry.id }, body: entryBody(form, language) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [ENTRIES_KEY] })
      tellDone(words.saved)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.edit} size="lg" isBusy={isPending}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fault error={error} />
          <EntryFields
            form={form}
            settings={settings}
            errors={fieldErrorsOf(error)}
            change={(patch) => setForm((before) => ({ ...before, ...patch }))}
          />
          <Names entry={entry} />
          <Files holder={{ kind: 'entry', id: entry.id }} isInternal />
          <FormButtons submit={words.save} isBusy={isPending} />
        </Stack>
      </form>
    </Dialog>
  )
}

/** How other systems know the entry. They change it through the API. */
function Names({ entry: { external_ids: ids, metadata } }: { readonly entry: Entry }) {
  const { fields } = useWords().history
  const lists = [
    { label: fields.external_ids, lines: ids.map(({ system, id }) => `${system}: ${id}`) },
    {
      label: fields.metadata,
      lines: Object.entries(metadata).map(([name, value]) => `${name}: ${value}`),
    },
  ]
  return lists
    .filter(({ lines }) => lines.length > 0)
    .map(({ label, lines }) => (
      <Stack key={label} gap={0} component="section" aria-label={label}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {lines.map((line) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {line}
          </Text>
        ))}
      </Stack>
    ))
}

/** The error, if no field can show it. */
export function Fault({ error }: { readonly error: Error | null }) {
  const words = useWords().entries
  if (error === null || Object.keys(fieldErrorsOf(error)).length > 0) return null
  const refusals: Readonly<Record<string, string>> = words.refusals
  const text = (isProblem(error) ? refusals[error.code] : undefined) ?? messageOf(error)
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}

interface BillProps {
  readonly customer: EntryForm['customer']
  readonly settings: Settings
  readonly onClose: () => void
}

/** Creates a draft from the open entries of a customer. */
export function BillDialog({ customer: given, settings, onClose }: BillProps) {
  const words = useWords().entries
  const queries = useQueryClient()
  const navigate = useNavigate()
  const currencies = useCurrencies()
  const [customer, setCustomer] = useState(given)
  const [until, setUntil] = useState('')
  const [grouping, setGrouping] = useState<Grouping>('description')
  const [currency, setCurrency] = useState(settings.currency)
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.invoiceEntries({
        body: {
          customer_id: customer?.id ?? '',
          group_by: grouping,
          currency,
          ...(until !== '' && { until }),
        },
      }),
    onSuccess: async ({ id }) => {
      for (const key of [ENTRIES_KEY, INVOICES_KEY])
        await queries.invalidateQueries({ queryKey: [key] })
      await navigate({ to: '/invoices/$id/edit', params: { id } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (customer !== null) mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.billTitle} isBusy={isPending}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Fault error={error} />
          <CustomerField
            customer={customer}
            error={undefined}
            onChoose={(chosen) => {
              setCustomer(chosen)
              setCurrency(chosen.currency ?? settings.currency)
            }}
          />
          {customer !== null && <OpenCount customerId={customer.id} />}
          <Group grow align="start">
            <DayField label={words.until} value={until} onChange={setUntil} />
            <NativeSelect
              label={words.fields.currency}
              value={currency}
              data={currencies.map(({ value }) => value)}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          </Group>
          <NativeSelect
            label={words.grouping}
            description={words.groupingHint}
            value={grouping}
            data={GROUPINGS.map((value) => ({ value, label: words.groupings[value] }))}
            onChange={(event) =>
              setGrouping(GROUPINGS.find((it) => it === event.currentTarget.value) ?? 'none')
            }
          />
          <FormButtons
            submit={words.makeDraft}
            isBusy={isPending}
            isIncomplete={customer === null}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

function OpenCount({ customerId }: { readonly customerId: string }) {
  const words = useWords().entries
  const { language } = useLanguage()
  const { data } = useQuery(openEntriesQuery(customerId))
  return (
    <Text size="sm" c="dimmed" role="status">
      {data === undefined ? '…' : plural(data.total ?? 0, language, words.openCount)}
    </Text>
  )
}
