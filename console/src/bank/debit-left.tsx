import { Button, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { INVOICES_KEY } from '../api/invoices.ts'
import { useMay } from '../api/session.ts'
import { type Shape, State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { type Collected, RUNS_KEY, type Run } from '../direct-debit/queries.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { DebitTable } from './debit-table.tsx'

interface SectionProps {
  readonly title: string
  readonly children: ReactNode
}

/** A table with its title, below another one. */
export const Section = ({ title, children }: SectionProps) => (
  <Stack gap={10} component="section" aria-label={title} mt="xs">
    <Title order={2} size="sm">
      {title}
    </Title>
    {children}
  </Stack>
)

interface LeftProps {
  readonly left: Run['left_out']
}

const REASON_SHAPES: Readonly<Record<string, Shape>> = {
  too_early: 'open',
  claim_held: 'open',
  excluded: 'void',
  nothing_due: 'void',
}

interface LeftOutProps extends LeftProps {
  /** Takes a collection in again that a person left out. */
  readonly include?: (id: string, name: string) => ReactNode
}

/** What a run does not take, with the reason, and what settles it. */
export function LeftOut({ left, include }: LeftOutProps) {
  const words = useDirectDebitWords().bank
  if (left.length === 0) return null
  const rows = left.map((it) => ({ id: it.collection_id, reason: it.reason }))
  return (
    <Section title={words.leftOut}>
      <DebitTable
        rows={rows}
        runId={null}
        head={words.reason}
        state={({ reason }) => (
          <State shape={REASON_SHAPES[reason] ?? 'due'}>{words.reasons[reason] ?? reason}</State>
        )}
        action={({ id, reason }, it) =>
          reason === 'excluded'
            ? include?.(id, it?.invoice?.number ?? '')
            : reason === 'no_notice' && it && <Told collected={it} />
        }
      />
    </Section>
  )
}

/** Where the invoice did not tell the customer, a person did. */
function Told({ collected: { collection, invoice } }: { readonly collected: Collected }) {
  const words = useDirectDebitWords().collecting
  const mayIssue = useMay('issue')
  const { act, isBusy } = useAct([RUNS_KEY], [INVOICES_KEY], ['attention'])
  if (!mayIssue || collection.status !== 'planned') return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      c="var(--pine-ink)"
      loading={isBusy}
      aria-label={`${words.wasTold}: ${invoice?.number ?? ''}`}
      onClick={() =>
        act({
          run: (api) => api.announceCollection({ path: { id: collection.id }, body: {} }),
          done: words.toldDone,
        })
      }
    >
      {words.wasTold}
    </Button>
  )
}
