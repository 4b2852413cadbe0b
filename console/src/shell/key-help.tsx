import { Kbd, Table } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { useWords } from '../language.ts'

const KEYS = [
  ['Ctrl K · ⌘ K', 'palette'],
  ['/', 'search'],
  ['n', 'create'],
  ['j · k', 'rows'],
  ['Enter', 'open'],
  ['x', 'select'],
  ['Shift + ☐', 'range'],
  ['e', 'edit'],
  ['s', 'send'],
  ['p', 'pay'],
  ['Ctrl Enter · ⌘ Enter', 'issue'],
  ['Ctrl Z · ⌘ Z', 'undo'],
  ['Alt ↑ · Alt ↓', 'move'],
  ['?', 'help'],
] as const

/** All keys of the console. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const words = useWords().keyboard
  return (
    <Dialog isOpen onClose={onClose} title={words.title}>
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, name]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{words[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}
