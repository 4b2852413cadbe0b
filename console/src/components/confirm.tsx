import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { Dialog } from './dialog.tsx'

interface Props extends ButtonProps {
  readonly title: string
  /** The effect, and whether it can be undone. */
  readonly text: ReactNode
  /** The verb on the button. */
  readonly verb: string
  /** The color of that button; default: red. */
  readonly verbColor?: string
  readonly onConfirm: () => unknown
  readonly children: ReactNode
}

/** Asks before actions that cannot be undone. All others run at once and offer *Undo*. */
export function ConfirmButton(props: Props) {
  const { title, text, verb, verbColor, onConfirm, children, ...button } = props
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
        verbColor={verbColor}
        onConfirm={onConfirm}
      />
    </>
  )
}

interface DialogProps extends Pick<Props, 'title' | 'text' | 'verb' | 'onConfirm'> {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly verbColor?: string | undefined
}

/** The dialog without a button, e.g. for a menu. */
export function ConfirmDialog(props: DialogProps) {
  const { isOpen, onClose, title, text, verb, onConfirm, verbColor = 'red' } = props
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
          <Button color={verbColor} onClick={confirm}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
