import { Button, Group, Paper, Text } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { useKeys } from '../../components/use-keys.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { InvoiceEntry } from '../list-table.tsx'
import { applies, SCOPES, STEPS, type Step } from './steps.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).BulkDialog }))

interface Props {
  readonly entries: readonly InvoiceEntry[]
  /** Null: all matching invoices are already selected. */
  readonly onSelectMatching: (() => Promise<unknown>) | null
  readonly onDone: () => void
}

/** The dialog keeps its invoices while the list is read again. */
interface Chosen {
  readonly step: Step
  readonly entries: readonly InvoiceEntry[]
}

/** The actions on the selected invoices: at the bottom of the page, and below the last row at the end of the list. */
export function BulkBar({ entries, onSelectMatching, onDone }: Props) {
  const words = useWords().bulk
  const format = useFormat()
  const may = { read: true, write: useMay('write'), issue: useMay('issue') }
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isLoading, setLoading] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const left = useRef<Element | null>(null)
  useKeys({
    // The bar is last in the tab order, far from the row that was just selected.
    a: () => {
      if (isIn(bar.current)) return
      left.current = document.activeElement
      bar.current?.querySelector<HTMLElement>('.sideways button')?.focus()
    },
    Escape: () => {
      if (isIn(bar.current) && left.current instanceof HTMLElement) left.current.focus()
    },
  })
  const selectMatching = async () => {
    setLoading(true)
    await onSelectMatching?.()
    setLoading(false)
  }
  const close = () => {
    setChosen(null)
    onDone()
  }
  const steps = STEPS.map((step) => ({
    step,
    entries: entries.filter((entry) => applies(step, entry)),
  })).filter(({ step, entries }) => entries.length > 0 && may[SCOPES[step]])
  return (
    <>
      <Paper
        ref={bar}
        shadow="md"
        p="sm"
        pos="sticky"
        bottom="calc(16px + var(--notices, 0px))"
        className="bulk-bar"
        style={{ zIndex: 150 }}
      >
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text fw={600} size="sm" role="status">
              {words.selected(entries.length)}
            </Text>
            {onSelectMatching && (
              <Button size="xs" variant="subtle" loading={isLoading} onClick={selectMatching}>
                {words.selectMatching}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
              {words.unselect}
            </Button>
          </Group>
          <Group gap={6} maw="100%" className="sideways">
            {steps.map((it) => (
              <Button key={it.step} size="xs" variant="light" onClick={() => setChosen(it)}>
                {it.entries.length === entries.length
                  ? words.steps[it.step]
                  : `${words.steps[it.step]} (${format.number(it.entries.length)})`}
              </Button>
            ))}
          </Group>
        </Group>
      </Paper>
      {chosen && (
        <Suspense fallback={null}>
          <BulkDialog {...chosen} onCancel={() => setChosen(null)} onDone={close} />
        </Suspense>
      )}
    </>
  )
}

const isIn = (bar: HTMLElement | null): boolean => bar?.contains(document.activeElement) ?? false
