import { Alert, Box, Radio, Stack, Table } from '@mantine/core'
import { useFormat } from '../words/format.ts'
import type { ImportWords } from '../words/import/en.ts'
import { plural, useLanguage } from '../words/language.ts'
import type { Kind } from './columns.ts'
import type { Choice, ImportRecord } from './later.ts'
import type { Result } from './use-import.ts'
import { useImportWords } from './words.ts'

const SHOWN = 50
/** The choice below stays near. */
const HEIGHT = 240

interface Props {
  readonly kind: Kind
  readonly result: Result
  readonly choice: Choice | null
  readonly onChoose: (choice: Choice) => void
}

/** The records that may repeat others, and what happens to them. */
export function Twins({ kind, result: { it, twins }, choice, onChoose }: Props) {
  const words = useImportWords()
  const { language } = useLanguage()
  const { number } = useFormat()
  const title = plural(it.duplicates, language, words.twins.title)
  const choices =
    kind === 'customers' ? (['skip', 'use', 'create'] as const) : (['skip', 'create'] as const)
  return (
    <Alert color="yellow" title={title} maw="none">
      <Stack gap="sm">
        <Box
          tabIndex={0}
          role="region"
          aria-label={title}
          mah={HEIGHT}
          style={{ overflow: 'auto' }}
        >
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.line}</Table.Th>
                <Table.Th>{words.twins.why}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {twins.slice(0, SHOWN).map((record) => (
                <Table.Tr key={record.position}>
                  <Table.Td>{record.line}</Table.Td>
                  <Table.Td>{reasonOf(record, words)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
        {it.duplicates > SHOWN && words.twins.firstShown(number(SHOWN))}
        <Radio.Group
          label={words.twins.question}
          value={choice}
          onChange={(value) => {
            const chosen = choices.find((one) => one === value)
            if (chosen) onChoose(chosen)
          }}
        >
          <Stack gap={6} mt={6}>
            {choices.map((value) => (
              <Radio key={value} value={value} label={words.twins.choices[value]} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </Alert>
  )
}

function reasonOf({ notes }: ImportRecord, words: ImportWords): string {
  const note = notes.find(({ code }) => code.startsWith('duplicate_'))
  if (!note) return ''
  const { name = '', reason = '', line } = note.params
  const reasons: Readonly<Record<string, string>> = words.twins.shared
  const shared = reasons[reason] ?? reason
  return line === undefined ? words.twins.there(name, shared) : words.twins.row(name, line, shared)
}
