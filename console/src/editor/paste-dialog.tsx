import { Alert, Button, Group, NativeSelect, Stack, Switch, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import type { Words } from '../words/en.ts'
import { useWords } from '../words/language.ts'
import {
  CHOICES,
  type PastedRow,
  type PasteFault,
  type PasteOptions,
  readTable,
  tableOf,
} from './paste.ts'

const ROWS_SHOWN = 5

interface Props {
  readonly text: string
  readonly options: PasteOptions
  readonly onInsert: (rows: readonly PastedRow[], hasTotals: boolean) => void
  readonly onClose: () => void
}

/**
 * The preview of a pasted table: the meaning of each column, and the reasons why it cannot be
 * inserted yet.
 */
export function PasteDialog({ text, options, onInsert, onClose }: Props) {
  const words = useWords().paste
  const [hasHeader, setHeader] = useState<boolean | undefined>()
  const [chosen, setChosen] = useState<ReadonlyMap<number, (typeof CHOICES)[number]>>(new Map())
  const table = tableOf(text, hasHeader) ?? tableOf(text, false)
  if (table === null) return null
  const choices = table.choices.map((choice, at) => chosen.get(at) ?? choice)
  const pasted = readTable(table, choices, options)
  const { header, rows } = table
  return (
    <Dialog isOpen onClose={onClose} title={words.preview(rows.length)} size="72rem">
      <Stack gap="sm">
        <Switch
          label={words.hasHeader}
          checked={header !== null}
          onChange={({ currentTarget: { checked } }) => {
            setHeader(checked)
            setChosen(new Map())
          }}
        />
        <Table.ScrollContainer type="native" minWidth={170 * choices.length}>
          <Table withTableBorder fz="sm">
            <Table.Thead>
              <Table.Tr>
                {choices.map((choice, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name.
                  <Table.Th key={at} style={{ verticalAlign: 'bottom' }}>
                    {header !== null && (
                      <Text size="xs" c="dimmed">
                        {header[at]}
                      </Text>
                    )}
                    <NativeSelect
                      size="xs"
                      aria-label={words.column(at + 1)}
                      value={choice ?? ''}
                      data={[
                        ...(choice === null ? [{ value: '', label: words.choose }] : []),
                        ...CHOICES.map((value) => ({ value, label: words.choices[value] })),
                      ]}
                      error={choice === null}
                      onChange={({ currentTarget: { value } }) => {
                        const next = CHOICES.find((it) => it === value)
                        if (next) setChosen((before) => new Map([...before, [at, next]]))
                      }}
                    />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.slice(0, ROWS_SHOWN).map(({ cells, row }) => (
                <Table.Tr key={row}>
                  {cells.map((cell, at) => (
                    <Table.Td
                      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name.
                      key={at}
                      {...(['skip', 'total'].includes(choices[at] ?? '') && { c: 'dimmed' })}
                    >
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {rows.length > ROWS_SHOWN && (
          <Text size="xs" c="dimmed">
            {words.more(rows.length - ROWS_SHOWN)}
          </Text>
        )}
        {pasted.kind === 'refused' && (
          <Alert color="red" role="alert">
            {pasteReason(pasted.fault, words)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            // A disabled button takes no focus. The focus would then stay on the page below the dialog.
            data-autofocus={pasted.kind === 'rows' || undefined}
            disabled={pasted.kind === 'refused'}
            onClick={() => pasted.kind === 'rows' && onInsert(pasted.rows, pasted.hasTotals)}
          >
            {words.insert(rows.length)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The message why nothing was pasted. */
function pasteReason(fault: PasteFault, words: Words['paste']): string {
  if ('most' in fault) return words.tooMany(fault.most)
  if ('row' in fault) return words.placed(fault)[fault.code]
  if ('name' in fault) return words.named(fault.name)[fault.code]
  return words.plain[fault.code]
}
