import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { defineWords, useWords } from '../words.tsx'
import { Dialog } from './dialog.tsx'

const leaveWords = defineWords({
  en: {
    title: 'Leave without saving?',
    text: 'What you changed here is not saved yet.',
    leave: 'Leave without saving',
    stay: 'Stay',
  },
  de: {
    title: 'Ohne Speichern verlassen?',
    text: 'Ihre Änderungen hier sind noch nicht gespeichert.',
    leave: 'Ohne Speichern verlassen',
    stay: 'Hierbleiben',
  },
  fr: {
    title: 'Quitter sans enregistrer ?',
    text: 'Vos modifications ne sont pas encore enregistrées.',
    leave: 'Quitter sans enregistrer',
    stay: 'Rester',
  },
})

interface Props {
  readonly isDirty: boolean
  /** Where addresses that begin so still belong to the form. */
  readonly within?: string
}

/** Asks before changes are left behind: by a link here, by closing the window otherwise. */
export function LeaveGuard({ isDirty, within }: Props) {
  const words = useWords(leaveWords)
  const guard = useBlocker({
    shouldBlockFn: ({ next }) =>
      isDirty && (within === undefined || !next.pathname.startsWith(within)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <Dialog isOpen={guard.status === 'blocked'} onClose={() => guard.reset?.()} title={words.title}>
      <Stack>
        <Text size="sm">{words.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => guard.reset?.()} data-autofocus>
            {words.stay}
          </Button>
          <Button color="red" onClick={() => guard.proceed?.()}>
            {words.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
