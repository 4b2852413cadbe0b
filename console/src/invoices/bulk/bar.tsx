import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../format.ts'
import { useWords } from '../../language.ts'
import { useMay } from '../../session.ts'
import type { InvoiceEntry } from '../list-table.tsx'
import { applies, SCOPES, STEPS, type Step } from './steps.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).BulkDialog }))

interface Props {
  readonly entries: readonly InvoiceEntry[]
  /** Null: all that match are selected already. */
  readonly onSelectMatching: (() => Promise<unknown>) | null
  readonly onDone: () => void
}

/** At the lower edge, in the middle of the page without its menu. */
const BESIDE_MENU = {
  bottom: 16,
  left: 'calc(var(--app-shell-navbar-offset, 0rem) + 16px)',
  right: 16,
}

/** What can be done to the selected invoices, at the lower edge while any is selected. */
export function BulkBar({ entries, onSelectMatching, onDone }: Props) {
  const words = useWords().bulk
  const format = useFormat()
  const may = { read: true, write: useMay('write'), issue: useMay('issue') }
  const [step, setStep] = useState<Step | null>(null)
  const [isLoading, setLoading] = useState(false)
  const selectMatching = async () => {
    setLoading(true)
    await onSelectMatching?.()
    setLoading(false)
  }
  const close = () => {
    setStep(null)
    onDone()
  }
  const steps = STEPS.map((it) => ({
    step: it,
    count: entries.filter((entry) => applies(it, entry)).length,
  })).filter(({ step, count }) => count > 0 && may[SCOPES[step]])
  return (
    <>
      <Affix position={BESIDE_MENU} zIndex={150}>
        <Paper withBorder shadow="md" p="sm" maw={1080} mx="auto">
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
            <Group gap={6} maw="100%">
              {steps.map(({ step: it, count }) => (
                <Button
                  key={it}
                  size="xs"
                  variant="light"
                  {...((it === 'void' || it === 'delete') && { color: 'red' })}
                  onClick={() => setStep(it)}
                >
                  {count === entries.length
                    ? words.steps[it]
                    : `${words.steps[it]} (${format.number(count)})`}
                </Button>
              ))}
            </Group>
          </Group>
        </Paper>
      </Affix>
      {step && (
        <Suspense fallback={null}>
          <BulkDialog
            step={step}
            entries={entries.filter((entry) => applies(step, entry))}
            onCancel={() => setStep(null)}
            onDone={close}
          />
        </Suspense>
      )}
    </>
  )
}
