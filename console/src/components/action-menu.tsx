import { ActionIcon, Menu, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentType, type ReactNode, useRef } from 'react'
import { useMay } from '../api/session.ts'
import { useWords } from '../words/language.ts'
import { IconDots, IconFileTypePdf, IconTrash } from './icons.ts'

/** An action on a document. */
export interface Choice {
  readonly label: string
  readonly text?: string
  readonly Icon: ComponentType<{ readonly size?: number }>
  readonly needs: 'read' | 'write' | 'issue'
  /** Whether the state of the document allows the action. */
  readonly when: boolean
  readonly isGrave?: boolean
  readonly run: () => unknown
}

interface MenuProps {
  /** In a list: the actions of which entry. */
  readonly label?: string
  readonly children: ReactNode
}

/** All actions except the next step. The entries are rendered when the menu opens. */
export function ActionMenu({ label, children }: MenuProps) {
  const words = useWords().actions
  const look = label === undefined ? PAGE : ROW
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      position="bottom-end"
      width={300}
      withinPortal
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
    >
      <Menu.Target>
        <ActionIcon ref={button} {...look} aria-label={label ?? words.more}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      {/* A dialog returns the focus to where it was, and the entry is gone by then. */}
      <Menu.Dropdown style={{ overflowY: 'auto' }} onClickCapture={() => button.current?.focus()}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

const PAGE = { variant: 'default', size: 36 } as const
const ROW = { variant: 'subtle', color: 'gray' } as const

/**
 * On a phone or tablet, the menu has the entry for the document, because its button
 * (`visibleFrom="md"`) has no room. On wider screens it is not rendered, because arrow keys would
 * stop at a hidden entry.
 */
export function PdfEntry({ href }: { readonly href: string }) {
  const words = useWords().actions
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false })
  if (!isNarrow) return null
  return (
    <Menu.Item
      component="a"
      href={href}
      target="_blank"
      leftSection={<IconFileTypePdf size={18} aria-hidden />}
    >
      {words.pdf}
    </Menu.Item>
  )
}

/** The actions that the state and the person's scopes allow. */
export function Choices({ of }: { readonly of: readonly Choice[] }) {
  const may = { read: true, write: useMay('write'), issue: useMay('issue') }
  return of
    .filter(({ when, needs }) => when && may[needs])
    .map(({ label, text, Icon, isGrave, run }) => (
      <Menu.Item
        key={label}
        leftSection={<Icon size={18} aria-hidden />}
        onClick={() => run()}
        {...(isGrave && { c: 'red' })}
      >
        {label}
        {text !== undefined && (
          <Text size="xs" c="dimmed">
            {text}
          </Text>
        )}
      </Menu.Item>
    ))
}

interface DeleteMenuProps {
  readonly label: string
  readonly onDelete: () => void
}

/** A menu that only deletes: the button for that does not stand beside the usual ones. */
export const DeleteMenu = ({ label, onDelete }: DeleteMenuProps) => (
  <ActionMenu>
    <Choices
      of={[{ label, Icon: IconTrash, needs: 'write', when: true, isGrave: true, run: onDelete }]}
    />
  </ActionMenu>
)
