import { Group, Kbd, Table } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { IS_MAC } from '../components/use-keys.ts'
import { useWords } from '../language.ts'

const MOD = IS_MAC ? '⌘' : 'Ctrl'
const KEYS = [
  [[`${MOD} K`], 'palette'],
  [['/'], 'search'],
  [['n'], 'create'],
  [['j', 'k'], 'rows'],
  [['Enter'], 'open'],
  [['x'], 'select'],
  [['Shift'], 'range'],
  [['e'], 'edit'],
  [['s'], 'send'],
  [['p'], 'pay'],
  [[`${MOD} Enter`], 'issue'],
  [[`${MOD} Z`], 'undo'],
  [['Alt ↑', 'Alt ↓'], 'move'],
  [['?'], 'help'],
] as const

/** All keys of the console, with the names of this platform. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const words = useWords().keyboard
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
                      {key}
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
