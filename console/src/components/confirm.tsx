import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWords } from '../language.ts'
import { Dialog } from './dialog.tsx'

interface Props extends ButtonProps {
  readonly title: string
  /** The effect, and whether it can be undone. */
  readonly text: ReactNode
  /** The verb on the button. */
  readonly verb: string
  readonly onConfirm: () => unknown
  readonly children: ReactNode
}

/** Asks before actions that cannot be undone. All others run at once and offer *Undo*. */
export function ConfirmButton({ title, text, verb, onConfirm, children, ...button }: Props) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" {...button} onClick={dialog.open}>
        {children}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={dialog.close}
        title={title}
        text={text}
        verb={verb}
        onConfirm={onConfirm}
      />
    </>
  )
}

interface DialogProps extends Pick<Props, 'title' | 'text' | 'verb' | 'onConfirm'> {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The color of the button; default: red. */
  readonly color?: string
}

/** The same dialog without a button, e.g. for a menu. */
export function ConfirmDialog(props: DialogProps) {
  const { isOpen, onClose, title, text, verb, onConfirm, color = 'red' } = props
  const words = useWords().confirm
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {text}
        </Text>
        <Group justify="flex-end" className="form-buttons">
          <Button variant="default" onClick={onClose} data-autofocus>
            {words.cancel}
          </Button>
          <Button color={color} onClick={confirm}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
