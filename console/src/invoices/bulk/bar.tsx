import { formatMinor, parseMinor } from '@billwright/money'
import { Button, Menu, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useRef, useState } from 'react'
import { useMay } from '../../api/session.ts'
import { IconChevronUp, IconX } from '../../components/icons.ts'
import { useKeys } from '../../components/use-keys.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { InvoiceEntry } from '../list-table.tsx'
import './bar.css'
import { applies, SCOPES, STEPS, type Step } from './steps.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).BulkDialog }))

/** More would not be read, and they have to fit beside each other. */
const STEPS_SHOWN = 3
const STEPS_SHOWN_ON_PHONE = 2

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

/**
 * The actions on the selected invoices: three that fit all of them, on a phone two, and the others in a
 * menu, where the export always is. It floats at the bottom of the page, and stands below the last row at
 * the end of the list.
 */
export function BulkBar({ entries, onSelectMatching, onDone }: Props) {
  const words = useWords().bulk
  const format = useFormat()
  const may = { read: true, write: useMay('write'), issue: useMay('issue') }
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const sum = useSum(entries)
  const isPhone = useMediaQuery('(max-width: 39.99em)', false, { getInitialValueInEffect: false })
  const [isLoading, setLoading] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const left = useRef<Element | null>(null)
  useKeys({
    // The bar is last in the tab order, far from the row that was just selected.
    a: () => {
      if (isIn(bar.current)) return
      left.current = document.activeElement
      bar.current?.querySelector<HTMLElement>('.bulk-steps button')?.focus()
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
  const isForAll = (it: Chosen) => it.entries.length === entries.length
  const first = steps
    .filter((it) => isForAll(it) && it.step !== 'export')
    .slice(0, isPhone ? STEPS_SHOWN_ON_PHONE : STEPS_SHOWN)
  const others = steps.filter((it) => !first.includes(it))
  return (
    <>
      <div ref={bar} className="bulk-bar">
        <Text inherit fw={500} role="status" className="nowrap">
          {words.selected(entries.length)} <span className="bulk-sum">{sum}</span>
        </Text>
        {onSelectMatching && (
          <Button size="xs" variant="transparent" loading={isLoading} onClick={selectMatching}>
            {words.selectMatching}
          </Button>
        )}
        <span className="bulk-line" />
        <div className="bulk-steps">
          {first.map((it) => (
            <Button key={it.step} size="xs" variant="transparent" onClick={() => setChosen(it)}>
              {words.steps[it.step]}
            </Button>
          ))}
          {others.length > 0 && (
            <Menu position="top-end">
              <Menu.Target>
                <Button
                  size="xs"
                  variant="transparent"
                  className="bulk-more"
                  rightSection={<IconChevronUp size={14} aria-hidden />}
                >
                  {words.more}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((it) => (
                  <Menu.Item key={it.step} onClick={() => setChosen(it)}>
                    {isForAll(it)
                      ? words.steps[it.step]
                      : `${words.steps[it.step]} (${format.number(it.entries.length)})`}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        <span className="bulk-line" />
        <Button size="xs" px={8} variant="transparent" onClick={onDone} aria-label={words.unselect}>
          <IconX size={16} aria-hidden />
        </Button>
      </div>
      {chosen && (
        <Suspense fallback={null}>
          <BulkDialog {...chosen} onCancel={() => setChosen(null)} onDone={close} />
        </Suspense>
      )}
    </>
  )
}

/** The total of each currency. */
function useSum(entries: readonly InvoiceEntry[]): string {
  const format = useFormat()
  const sums = new Map<string, bigint>()
  for (const { total, currency } of entries)
    sums.set(currency, (sums.get(currency) ?? 0n) + parseMinor(total, currency))
  return [...sums]
    .map(([currency, minor]) => format.money(formatMinor(minor, currency), currency))
    .join(' + ')
}

const isIn = (bar: HTMLElement | null): boolean => bar?.contains(document.activeElement) ?? false
