import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { defineWords, useWords } from '../words.tsx'

const confirmWords = defineWords({
  en: { cancel: 'Cancel' },
  de: { cancel: 'Abbrechen' },
  fr: { cancel: 'Annuler' },
})

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
  const words = useWords(confirmWords)
  const [isOpen, dialog] = useDisclosure()
  const confirm = () => {
    dialog.close()
    onConfirm()
  }
  return (
    <>
      <Button variant="default" {...button} onClick={dialog.open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={title} centered>
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {words.cancel}
            </Button>
            <Button color="red" onClick={confirm}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
