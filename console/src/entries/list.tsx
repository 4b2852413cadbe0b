import { formatMinor, parseMicro } from '@billwright/money'
import { itemTotalMinor } from '@billwright/totals'
import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Paper,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { IconEdit, IconFilePlus, IconTrash } from '../components/icons.ts'
import { isBlank, ListView } from '../components/list-view.tsx'
import { tellDone } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SearchBar } from '../components/search-bar.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { shownDecimal } from '../words/decimal-text.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { unitName } from '../words/units.ts'
import { BillAllDialog } from './bill-all.tsx'
import { BillDialog, EditDialog, Fault } from './dialogs.tsx'
import { EntryFields } from './fields.tsx'
import { afterEntry, blankEntry, type EntryForm, entryBody } from './form.ts'
import { ENTRIES_KEY, type Entry, entriesQuery } from './queries.ts'
import type { EntrySearch } from './search.ts'

const route = getRouteApi('/app/entries')

/** Time and expenses: a form at the top, the list, and billing. */
export function EntryList() {
  const settings = useQuery(settingsQuery)
  return <QueryView of={settings}>{(known) => <Entries settings={known} />}</QueryView>
}

function Entries({ settings }: { readonly settings: Settings }) {
  const words = useWords().entries
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('write')
  const [isBilling, billing] = useDisclosure()
  const [isBillingAll, billingAll] = useDisclosure()
  const [edited, edit] = useState<Entry | null>(null)
  const entries = useInfiniteQuery(entriesQuery(search))
  const isEmpty = isBlank(entries) && Object.keys(search).length === 0
  const change = (q: string, billed: boolean) =>
    navigate({ search: { ...(q && { q }), ...(billed && { billed }) }, replace: true })
  return (
    <Page
      title={words.title}
      actions={
        mayWrite && (
          <>
            <Button variant="default" component={Link} to="/import">
              {words.import}
            </Button>
            {!isEmpty && (
              <>
                <Button variant="default" onClick={billingAll.open}>
                  {words.all.open}
                </Button>
                <Button leftSection={<IconFilePlus size={18} aria-hidden />} onClick={billing.open}>
                  {words.bill}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {mayWrite && <QuickEntry settings={settings} isFirst={isEmpty} />}
      <SearchBar
        label={words.search}
        q={search.q ?? ''}
        choice={{
          label: words.show,
          usual: words.open,
          others: words.billed,
          isOther: search.billed ?? false,
        }}
        onChange={change}
      />
      <ListView
        isTable
        of={entries}
        lines={8}
        none={<Nothing search={search} onClear={() => change('', search.billed ?? false)} />}
      >
        {(rows) => <EntryTable rows={rows} onEdit={edit} />}
      </ListView>
      {isBillingAll && <BillAllDialog onClose={billingAll.close} />}
      {isBilling && <BillDialog customer={null} settings={settings} onClose={billing.close} />}
      {edited && <EditDialog entry={edited} settings={settings} onClose={() => edit(null)} />}
    </Page>
  )
}

interface QuickEntryProps {
  readonly settings: Settings
  /** Nothing else can be done on the page. */
  readonly isFirst: boolean
}

/** The next entry keeps customer, day and price. */
function QuickEntry({ settings, isFirst }: QuickEntryProps) {
  const words = useWords().entries
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [form, setForm] = useState<EntryForm>(() =>
    blankEntry(todayIn(settings.timeZone), settings.currency),
  )
  const { mutate, error, isPending } = useChange({
    run: (api) => api.createEntry({ body: entryBody(form, language) }),
    onSuccess: ({ description }) => {
      tellDone(words.entered(description))
      setForm(afterEntry)
      // The next entry can be typed while the list is read again.
      void queries.invalidateQueries({ queryKey: [ENTRIES_KEY] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Paper p="md" component="section" aria-label={words.enterTitle} className="screen-only">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} size="sm">
            {words.enterTitle}
          </Title>
          <Fault error={error} />
          <EntryFields
            form={form}
            settings={settings}
            errors={fieldErrorsOf(error)}
            change={(patch) => setForm((before) => ({ ...before, ...patch }))}
          />
          <Button
            type="submit"
            variant={isFirst ? 'filled' : 'light'}
            loading={isPending}
            style={{ alignSelf: 'flex-end' }}
          >
            {words.enter}
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

interface NothingProps {
  readonly search: EntrySearch
  readonly onClear: () => void
}

function Nothing({ search: { q, billed }, onClear }: NothingProps) {
  const words = useWords().entries
  if (q !== undefined) return <NothingFound words={words} onClear={onClear} />
  return billed ? (
    <Empty icon={<Drawing of="sheet" />} title={words.noBilledTitle} text={words.noBilledText} />
  ) : (
    <Empty icon={<Drawing of="sheet" />} title={words.noneTitle} text={words.noneText} />
  )
}

interface TableProps {
  readonly rows: readonly Entry[]
  readonly onEdit: (entry: Entry) => void
}

function EntryTable({ rows, onEdit }: TableProps) {
  const words = useWords().entries
  const { total } = useWords().lines
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.fields.date}</Table.Th>
          <Table.Th>{words.fields.description}</Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {words.fields.quantity}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {words.fields.price}
          </Table.Th>
          <Table.Th ta="end" visibleFrom="sm">
            {total}
          </Table.Th>
          <Table.Th ta="end" w={1}>
            <VisuallyHidden>{words.actions}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onEdit={onEdit} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function EntryRow({ entry, onEdit }: Pick<TableProps, 'onEdit'> & { readonly entry: Entry }) {
  const { entries: words, units } = useWords()
  const { language } = useLanguage()
  const format = useFormat()
  const mayWrite = useMay('write')
  const { act, isBusy } = useAct([ENTRIES_KEY])
  const quantity =
    entry.duration === null
      ? [shownDecimal(entry.quantity, language), unitName(entry.unit, units)].join(' ').trim()
      : `${entry.duration} h`
  const price = entry.unit_price === null ? '' : format.price(entry.unit_price, entry.currency)
  const total = totalOf(entry)
  const amount = total === null ? '' : format.money(total, entry.currency)
  const remove = () =>
    act({
      run: (api) => api.deleteEntry({ path: { id: entry.id } }),
      done: words.deleted(entry.description),
    })
  return (
    <Table.Tr>
      <Table.Td c="dimmed" className="nowrap">
        {format.shortDate(entry.date)}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={500} className="row-first">
          {entry.description}
        </Text>
        <Text size="xs" c="dimmed" className="row-more">
          {dotted([entry.customer_name, entry.reference])}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {[quantity, price].filter(Boolean).join(' × ')}
          {amount !== price && ` =\u00a0${amount}`}
        </Text>
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm" className="figures">
        {quantity}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm" className="figures">
        {price}
      </Table.Td>
      <Table.Td ta="end" visibleFrom="sm" className="figures">
        {amount}
      </Table.Td>
      <Table.Td ta="end" className="nowrap">
        {entry.invoice_id !== null && (
          <Anchor component={Link} to={`/invoices/${entry.invoice_id}`} size="sm">
            {words.toInvoice}
          </Anchor>
        )}
        {entry.invoice_id === null && mayWrite && (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.editOne(entry.description)}
              onClick={() => onEdit(entry)}
            >
              <IconEdit size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.deleteOne(entry.description)}
              loading={isBusy}
              onClick={remove}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** As of an item of an invoice; null: the price comes from the product. */
function totalOf({ quantity, unit_price: price, currency }: Entry): string | null {
  if (price === null) return null
  const item = { quantityMicro: parseMicro(quantity), unitPriceMicro: parseMicro(price) }
  return formatMinor(itemTotalMinor({ ...item, adjustments: [] }, currency), currency)
}
