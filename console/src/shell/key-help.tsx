import { Group, Kbd, Table } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { IS_MAC } from '../components/use-keys.ts'
import { useWords } from '../words/language.ts'

const KEYS = [
  [['Ctrl K'], 'palette'],
  [['/'], 'search'],
  [['n'], 'create'],
  [['j', 'k'], 'rows'],
  [['Enter'], 'open'],
  [['x'], 'select'],
  [['Shift'], 'range'],
  [['a'], 'bulk'],
  [['e'], 'edit'],
  [['s'], 'send'],
  [['p'], 'pay'],
  [['Ctrl Enter'], 'issue'],
  [['Ctrl Z'], 'undo'],
  [['Alt ↑', 'Alt ↓'], 'move'],
  [['?'], 'help'],
] as const

/** All keys of the console, as this platform and the reader's keyboard label them. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { keyboard: words, palette } = useWords()
  const names: Readonly<Record<string, string>> = {
    ...palette.keyNames,
    ...(IS_MAC && { Ctrl: '⌘' }),
  }
  const named = (keys: string) => keys.replace(/\w+/g, (key) => names[key] ?? key)
  return (
    <Dialog isOpen onClose={onClose} title={words.title}>
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, name]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Group gap="xs" wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key} className="nowrap">
                      {named(key)}
                    </Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{words[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
