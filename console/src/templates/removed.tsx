import { Code, List } from '@mantine/core'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { Removed } from './use-install.ts'

/** Only counts further parts: an ordinary web page can have thousands. */
const SHOWN_MAX = 50

/** `line 3, column 6` in the reader's language. */
function placeOf(where: string, say: (line: string, column: string) => string): string {
  const [, line, column] = /^line (\d+), column (\d+)$/.exec(where) ?? []
  return line === undefined || column === undefined ? where : say(line, column)
}

/** What was, or would be, taken out of a template, and where it stood. */
export function RemovedList({ removed }: { readonly removed: readonly Removed[] }) {
  const words = useWords().install
  const format = useFormat()
  const hidden = removed.length - SHOWN_MAX
  return (
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {removed.slice(0, SHOWN_MAX).map(({ what, where }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and entries can be alike.
        <List.Item key={place}>
          {what} <Code>{placeOf(where, words.place)}</Code>
        </List.Item>
      ))}
      {hidden > 0 && <List.Item>{words.more(format.number(hidden))}</List.Item>}
    </List>
  )
}
