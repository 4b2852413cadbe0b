import { Button, type ButtonProps, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useWords } from '../language.ts'
import { Dialog } from './dialog.tsx'

interface Props extends ButtonProps {
  readonly title: string
  /** What it does and whether it can be taken back, in plain words. */
  readonly text: ReactNode
  /** The verb, on the button that does it. */
  readonly verb: string
  readonly onConfirm: () => unknown
  readonly children: ReactNode
}

/** For what cannot be taken back. Everything else is done at once and can be undone. */
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
  /** Of the button that does it; red unless given. */
  readonly color?: string
}

/** The same question, asked from elsewhere than a button, e.g. from a menu. */
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
