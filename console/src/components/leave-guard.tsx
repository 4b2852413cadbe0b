import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useWords } from '../language.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly isDirty: boolean
  /** Paths that begin with this belong to the form. */
  readonly within?: string
}

/** Asks before a link or closing the window discards changes. */
export function LeaveGuard({ isDirty, within }: Props) {
  const words = useWords().leave
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
        <Group justify="flex-end" className="form-buttons">
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
