import { formatMinor, parseMinor, sumOf } from '@billwright/money'
import { Anchor, Box, Button, Group, Kbd, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BANK_KEY, type BankEntry, bankCountsQuery } from '../api/bank.ts'
import type { Api } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty, NothingFound } from '../components/empty.tsx'
import { FindField } from '../components/find-field.tsx'
import { IconCheck } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useDrop } from '../components/use-drop.ts'
import { useKeys } from '../components/use-keys.ts'
import { useRowKeys } from '../components/use-row-keys.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { ByHandDialog } from './by-hand.tsx'
import { ClosedPeriod } from './closed-period.tsx'
import { EntryRow } from './entry-row.tsx'
import { BankFrame } from './frame.tsx'
import './list.css'
import { comparingQuery, entriesQuery, namedInvoicesQuery, noEntryQuery } from './queries.ts'
import { type BankSearch, TABS, type Tab, toSearchText } from './search.ts'
import { Tabs } from './tabs.tsx'
import { UploadButton, UploadReport, useUpload } from './upload.tsx'
import { useBankWords } from './words.ts'

const route = getRouteApi('/app/bank')

/** What came into the accounts, and what it pays. */
export function Bank() {
  const words = useBankWords()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const mayWrite = useMay('write')
  const { language } = useLanguage()
  const { tab = 'confirm', q = '' } = search
  const entries = useInfiniteQuery(entriesQuery({ tab, q: toSearchText(q, language) }))
  const { data: counts } = useQuery(bankCountsQuery)
  const countOf: Readonly<Partial<Record<Tab, number | undefined>>> = {
    confirm: counts?.toConfirm,
    open: counts?.open,
  }
  const uploading = useUpload()
  const isComparing = useCompared(uploading.outcomes.length)
  const drop = useDrop(mayWrite && uploading.place === null, uploading.sendAll)
  const { data: isFirst = false } = useQuery(noEntryQuery)
  const upload = mayWrite && <UploadButton {...uploading} isFirst={isFirst} />
  const show = (next: Tab, text: string) =>
    navigate({
      search: { ...(next !== 'confirm' && { tab: next }), ...(text !== '' && { q: text }) },
      replace: true,
    })
  return (
    <Box {...drop}>
      <BankFrame title={words.title} actions={!isFirst && upload}>
        <UploadReport {...uploading} />
        {isComparing && (
          <Text c="dimmed" role="status">
            {words.comparing}
          </Text>
        )}
        {counts && tab === 'confirm' && !isFirst && (
          <Said counts={counts} onOpen={() => show('open', '')} />
        )}
        {!isFirst && (
          <Group gap="sm">
            {tab === 'confirm' && (
              <Together entries={entries.data?.pages.flatMap(({ data }) => data) ?? []} />
            )}
            <Tabs
              label={words.show}
              of={TABS.map((name) => ({ name, text: words.tabs[name], count: countOf[name] }))}
              current={tab}
              onShow={(next) => show(next, q)}
            />
            <FindField
              label={words.search}
              q={q}
              onFind={(text) => show(tab, text)}
              flex="1 1 240px"
              maw={{ sm: 320 }}
              ms="auto"
            />
          </Group>
        )}
        <ListView
          of={entries}
          lines={6}
          none={<Nothing search={search} first={isFirst ? upload : null} onShow={show} />}
        >
          {(found) => (
            <Entries
              key={`${tab} ${q}`}
              entries={tab === 'confirm' ? found.toSorted(bySureness) : found}
              tab={tab}
            />
          )}
        </ListView>
      </BankFrame>
    </Box>
  )
}

/** What the button confirms stands above what asks for a look. */
const bySureness = (one: BankEntry, other: BankEntry): number =>
  Number(other.class === 'certain') - Number(one.class === 'certain')

/** Reads the lists again as soon as the service has compared what was uploaded. */
function useCompared(uploads: number): boolean {
  const queries = useQueryClient()
  const { data: isComparing = false, dataUpdatedAt } = useQuery(comparingQuery)
  const isOld = useRef(false)
  useEffect(() => {
    if (uploads > 0) isOld.current = true
  }, [uploads])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it was asked.
  useEffect(() => {
    if (isComparing) isOld.current = true
    else if (isOld.current) {
      isOld.current = false
      for (const part of ['counts', 'list'])
        void queries.invalidateQueries({ queryKey: [BANK_KEY, part] })
    }
  }, [isComparing, dataUpdatedAt])
  return isComparing
}

interface Counts {
  readonly certain: number
  readonly likely: number
  readonly open: number
}

interface SaidProps {
  readonly counts: Counts
  readonly onOpen: () => void
}

/** What the button confirms, what asks for a look, and what fits nothing yet. */
function Said({ counts: { certain, likely, open }, onOpen }: SaidProps) {
  const words = useBankWords()
  return (
    <div>
      <Text fz={{ base: 28, lg: 40 }} lh={1.2} fw={500} style={{ letterSpacing: '-0.025em' }}>
        {certain + likely === 0 ? words.nothingToConfirm : words.looksRight(certain, likely)}
      </Text>
      {open > 0 && (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={onOpen}>
          {words.toDecide(open)}
        </Anchor>
      )}
    </div>
  )
}

interface NothingProps {
  readonly search: BankSearch
  /** The button for the first statement; null: some were read. */
  readonly first: ReactNode
  readonly onShow: (tab: Tab, q: string) => void
}

function Nothing({ search: { tab = 'confirm', q }, first, onShow }: NothingProps) {
  const words = useBankWords()
  if (q !== undefined) return <NothingFound words={words} onClear={() => onShow(tab, '')} />
  return first === null ? (
    <Empty icon={<Drawing of="stamp" />} title={words.emptyTitle} text={words.emptyText} />
  ) : (
    <Empty
      icon={<Drawing of="stamp" />}
      title={words.noneTitle}
      text={words.noneText}
      action={first}
    />
  )
}

interface EntriesProps {
  readonly entries: readonly BankEntry[]
  readonly tab: Tab
}

const INVOICES_MAX = 50

function Entries({ entries, tab }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null)
  const [byHand, setByHand] = useState<BankEntry | null>(null)
  const mayWrite = useMay('write')
  const click = (row: number, what: string) => {
    const rows = list.current?.querySelectorAll('li') ?? []
    rows[row]?.querySelector<HTMLElement>(what)?.click()
  }
  const last = useRef(-1)
  useRowKeys(list, {
    y: (row) => {
      last.current = row
      click(row, '[data-confirm]')
    },
    n: (row) => {
      last.current = row
      click(row, '[data-decline]')
    },
  })
  // The next row takes the place of one that is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows change.
  useEffect(() => {
    if (last.current < 0 || document.activeElement !== document.body) return
    const rows = [...(list.current?.querySelectorAll('li') ?? [])]
    const row = rows[Math.min(last.current, rows.length - 1)]
    row?.querySelector<HTMLElement>('[data-confirm], button')?.focus()
  }, [entries.length])
  const ids = [
    ...new Set(
      entries.flatMap(({ proposals, allocations }) =>
        [...proposals.flatMap((it) => it.allocations), ...allocations].flatMap(
          (it) => it.invoice_id ?? [],
        ),
      ),
    ),
  ]
  const { data: invoices = new Map() } = useQuery(namedInvoicesQuery(ids.slice(0, INVOICES_MAX)))
  return (
    <Stack gap="sm" ref={list}>
      <Paper>
        <ul className="bank-rows">
          {entries.map((entry) => (
            <EntryRow
              key={`${entry.id} ${entry.proposals.map(({ id }) => id).join()}`}
              entry={entry}
              invoices={invoices}
              onByHand={setByHand}
            />
          ))}
        </ul>
      </Paper>
      {mayWrite && tab === 'confirm' && <KeyHints />}
      {byHand && <ByHandDialog entry={byHand} onClose={() => setByHand(null)} />}
    </Stack>
  )
}

/** Nothing was booked, because all days are closed. */
const ALL_CLOSED = new Error('period_closed')

interface ClosedOnes {
  readonly entries: readonly BankEntry[]
  readonly until: string
  readonly from: string
}

/** One button, or one key, for all that are certain. */
function Together({ entries }: { readonly entries: readonly BankEntry[] }) {
  const words = useBankWords()
  const format = useFormat()
  const mayWrite = useMay('write')
  const { act, submit, refresh, isBusy } = useAct([BANK_KEY], [INVOICES_KEY], ['attention'])
  const [closed, setClosed] = useState<ClosedOnes | null>(null)
  const certain = entries.filter((it) => it.class === 'certain')
  const undo = async (api: Api, { data }: { readonly data: readonly Booked[] }) => {
    for (const { id, booked } of data) if (booked) await api.unbookBankEntry({ path: { id } })
  }
  const book = async () => {
    const ids = certain.map(({ id }) => id)
    try {
      await submit({
        run: async (api) => {
          const answer = await api.bookBankEntries({ body: { ids, class: 'certain' } })
          const ofClosed = answer.data.filter(({ code }) => code === 'period_closed')
          const refused = ids.length - answer.booked - ofClosed.length
          if (ofClosed.length > 0) {
            const { closed_until: until, open_from: from } = await api.getBooks()
            const left = certain.filter(({ id }) => ofClosed.some((it) => it.id === id))
            if (until !== null && from !== null) setClosed({ entries: left, until, from })
          }
          if (answer.booked === 0)
            throw refused > 0 ? new Error(words.refused(refused)) : ALL_CLOSED
          if (refused > 0) void tellFailed(new Error(words.refused(refused)))
          return answer
        },
        done: ({ booked }) => words.booked(booked),
        undo,
      })
    } catch (error) {
      void refresh()
      if (error !== ALL_CLOSED) tellFailed(error)
    }
  }
  const bookOpen = ({ entries: left, from }: ClosedOnes) =>
    act({
      run: async (api) => {
        for (const { id, proposals } of left)
          await api.bookBankEntry({
            path: { id },
            body: { paid_at: from, ...(proposals[0] && { proposal_id: proposals[0].id }) },
          })
        return { data: left.map(({ id }) => ({ id, booked: true })) }
      },
      done: words.booked(left.length),
      undo,
    })
  const isOffered = mayWrite && certain.length > 0
  useKeys(isOffered ? { a: book } : {})
  return (
    <>
      {isOffered && (
        <Button loading={isBusy} leftSection={<IconCheck size={18} aria-hidden />} onClick={book}>
          {words.confirmAll(certain.length, sumText(certain, format.money))}
        </Button>
      )}
      {closed && (
        <ClosedPeriod
          entries={closed.entries}
          period={closed}
          onClose={() => setClosed(null)}
          onBook={() => bookOpen(closed)}
        />
      )}
    </>
  )
}

interface Booked {
  readonly id: string
  readonly booked: boolean
}

function KeyHints() {
  const { keys } = useBankWords()
  return (
    <Group gap={6} className="bank-keys" visibleFrom="md" fz="xs" c="dimmed">
      <Kbd size="xs">J</Kbd>
      <Kbd size="xs">K</Kbd> {keys.move} <Kbd size="xs">Y</Kbd> {keys.confirm}{' '}
      <Kbd size="xs">N</Kbd> {keys.decline} <Kbd size="xs">A</Kbd> {keys.all}
    </Group>
  )
}

/** Empty for several currencies. */
function sumText(
  entries: readonly BankEntry[],
  money: (amount: string, currency: string) => string,
): string {
  const [currency, ...others] = new Set(entries.map((it) => it.currency))
  if (currency === undefined || others.length > 0) return ''
  const minor = sumOf(entries.map((it) => parseMinor(it.amount, currency)))
  return money(formatMinor(minor, currency), currency)
}
