import { Affix, Button, Group, Paper, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useWords } from '../language.ts'
import { useMay } from '../session.ts'
import type { InvoiceEntry } from './list-table.tsx'

const BulkDialog = lazy(() =>
  import('./bulk-dialog.tsx').then((it) => ({ default: it.BulkDialog })),
)

export type BulkStep = 'issue' | 'publish' | 'issueAndPublish'
const STEPS: readonly BulkStep[] = ['issue', 'publish', 'issueAndPublish']

interface Props {
  readonly entries: readonly InvoiceEntry[]
  readonly onDone: () => void
}

/** What can be done to all that are selected, at the lower edge as long as any is. */
export function BulkBar({ entries, onDone }: Props) {
  const words = useWords().invoiceList
  const mayIssue = useMay('issue')
  const [step, setStep] = useState<BulkStep | null>(null)
  const close = () => {
    setStep(null)
    onDone()
  }
  return (
    <>
      <Affix position={{ bottom: 16, left: 16, right: 16 }} zIndex={150}>
        <Paper withBorder shadow="md" p="sm" maw={720} mx="auto">
          <Group justify="space-between" gap="xs">
            <Text fw={600} size="sm" role="status">
              {words.selected(entries.length)}
            </Text>
            <Group gap="xs">
              {mayIssue &&
                STEPS.map((it) => (
                  <Button key={it} size="xs" variant="light" onClick={() => setStep(it)}>
                    {words[it]}
                  </Button>
                ))}
              <Button size="xs" variant="subtle" onClick={onDone}>
                {words.unselect}
              </Button>
            </Group>
          </Group>
        </Paper>
      </Affix>
      {step && (
        <Suspense fallback={null}>
          <BulkDialog step={step} entries={entries} onCancel={() => setStep(null)} onDone={close} />
        </Suspense>
      )}
    </>
  )
}
