import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { BANK_KEY, type BankEntry } from '../api/bank.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { actorName } from '../components/actor.ts'
import { closedPeriodOf } from '../components/booked-day.tsx'
import { IconArrowRight } from '../components/icons.ts'
import { tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { ClosedPeriod } from './closed-period.tsx'
import { EvidenceChips, FlagChips } from './evidence.tsx'
import { Parts } from './parts.tsx'
import { PayoutParts } from './payout.tsx'
import type { NamedInvoices, Proposal } from './queries.ts'
import { shownText } from './shown-text.ts'
import { useBankWords } from './words.ts'

interface Props {
  readonly entry: BankEntry
  readonly invoices: NamedInvoices
  readonly onByHand: (entry: BankEntry) => void
}

/** What came | what it fits | what to do. */
export function EntryRow(props: Props) {
  const { entry, invoices } = props
  const words = useBankWords()
  const format = useFormat()
  const [chosen, choose] = useState(entry.proposals[0]?.id)
  const proposal = entry.proposals.find(({ id }) => id === chosen) ?? entry.proposals[0]
  const isOpen = entry.status === 'open'
  return (
    <li className="bank-row">
      <Text className="bank-date nowrap" c="dimmed">
        {format.shortDate(entry.booking_date)}
      </Text>
      <div style={{ minWidth: 0 }}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {nameOf(entry)}
        </Text>
        <Text c="dimmed" className="bank-text">
          {shownText(entry.text ?? '')}
        </Text>
      </div>
      <Text fw={500} className="figures">
        {format.money(entry.amount, entry.currency)}
      </Text>
      <IconArrowRight size={16} aria-hidden className="bank-arrow" />
      <div className="bank-fits">
        {isOpen ? (
          <Fits entry={entry} invoices={invoices} proposal={proposal} onChoose={choose} />
        ) : (
          <Stack gap={4}>
            <Parts parts={entry.allocations} invoices={invoices} />
            <Text size="xs" c="dimmed">
              {entry.status === 'ignored' ? <Reason entry={entry} /> : bookedBy(entry, words)}
            </Text>
          </Stack>
        )}
      </div>
      <Actions {...props} proposal={proposal} />
    </li>
  )
}

export const nameOf = ({ name, ultimate_name: ultimate, iban }: BankEntry): string =>
  shownText(name ?? ultimate ?? iban ?? '–')

const bookedBy = (
  { automatic, booked_by: by }: BankEntry,
  words: ReturnType<typeof useBankWords>,
): string | null =>
  automatic ? words.automatic : by === null ? null : words.bookedBy(actorName(by))

function Reason({ entry }: { readonly entry: BankEntry }) {
  const { reasons } = useBankWords()
  const code = entry.reason ?? entry.flags[0] ?? entry.kind
  return (reasons as Readonly<Record<string, string>>)[code] ?? code
}

interface FitsProps {
  readonly entry: BankEntry
  readonly invoices: NamedInvoices
  readonly proposal: Proposal | undefined
  readonly onChoose: (id: string) => void
}

function Fits({ entry, invoices, proposal, onChoose }: FitsProps) {
  const words = useBankWords()
  const format = useFormat()
  const isPayout = entry.kind === 'payout'
  if (!entry.matched) return <Text c="dimmed">{words.comparing}</Text>
  if (proposal === undefined)
    return (
      <Stack gap={4}>
        <Text c="dimmed">{isPayout ? words.reasons.payout : words.noProposal}</Text>
        {isPayout && <PayoutParts entryId={entry.id} />}
        <Group gap={6}>
          <FlagChips flags={entry.flags} />
        </Group>
      </Stack>
    )
  const left = entry.allocations.length > 0 && (
    <Text size="xs" c="dimmed">
      {words.left(format.money(entry.unallocated, entry.currency))}
    </Text>
  )
  return (
    <Stack gap={5}>
      {entry.proposals.length === 1 ? (
        <Parts parts={proposal.allocations} invoices={invoices} />
      ) : (
        <Radio.Group
          value={proposal.id}
          onChange={onChoose}
          aria-label={`${nameOf(entry)}: ${words.choose}`}
        >
          <Stack gap={6}>
            {entry.proposals.map((it) => (
              <Radio
                key={it.id}
                value={it.id}
                label={<Parts parts={it.allocations} invoices={invoices} />}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {left}
      <EvidenceChips proposal={proposal} />
    </Stack>
  )
}

function Actions({ entry, proposal, onByHand }: Props & Pick<FitsProps, 'proposal'>) {
  const words = useBankWords()
  const mayWrite = useMay('write')
  const { act, submit, refresh, isBusy } = useAct([BANK_KEY], [INVOICES_KEY], ['attention'])
  const [closed, setClosed] = useState<ReturnType<typeof closedPeriodOf>>(null)
  if (!mayWrite) return <span />
  const path = { id: entry.id }
  const book = async (day: object = {}) => {
    const body = { ...(proposal && { proposal_id: proposal.id }), ...day }
    try {
      await submit({
        run: (api) => api.bookBankEntry({ path, body }),
        done: words.booked(1),
        undo: (api) => api.unbookBankEntry({ path }),
      })
    } catch (error) {
      const period = closedPeriodOf(error)
      if (period !== null) return setClosed(period)
      // The proposal may rest on a payment that has changed.
      void refresh()
      tellFailed(error)
    }
  }
  const decline = () =>
    act({
      run: (api) => api.declineBankProposal({ path, body: { proposal_id: proposal?.id ?? '' } }),
      done: words.declined,
    })
  const ignore = () =>
    act({
      run: (api) => api.ignoreBankEntry({ path, body: {} }),
      done: words.ignored,
      undo: (api) => api.reopenBankEntry({ path }),
    })
  const unbook = () => act({ run: (api) => api.unbookBankEntry({ path }), done: words.unbooked })
  const reopen = () => act({ run: (api) => api.reopenBankEntry({ path }), done: words.reopened })
  const small = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const
  const isSure = entry.class === 'certain' || entry.class === 'likely'
  return (
    <Group gap={4} justify="flex-end" className="bank-actions">
      {entry.status === 'open' && proposal === undefined && (
        <Button {...small} onClick={ignore}>
          {words.ignore}
        </Button>
      )}
      {entry.status === 'open' && !(isSure && proposal) && (
        <Button {...small} onClick={() => onByHand(entry)}>
          {words.byHand}
        </Button>
      )}
      {entry.status === 'open' && proposal !== undefined && (
        <>
          <Button {...small} data-decline onClick={decline}>
            {words.notThis}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            c="var(--pine-ink)"
            data-confirm
            loading={isBusy}
            aria-label={(isSure ? words.confirmOne : words.bookOne)(nameOf(entry))}
            onClick={() => book()}
          >
            {isSure ? words.confirm : words.book}
          </Button>
          {closed && (
            <ClosedPeriod
              entries={[entry]}
              period={closed}
              onClose={() => setClosed(null)}
              onBook={() => book({ paid_at: closed.from })}
            />
          )}
        </>
      )}
      {entry.status === 'booked' && (
        <Button {...small} loading={isBusy} onClick={unbook}>
          {words.unbook}
        </Button>
      )}
      {entry.status === 'ignored' && (
        <Button {...small} loading={isBusy} onClick={reopen}>
          {words.reopen}
        </Button>
      )}
    </Group>
  )
}
