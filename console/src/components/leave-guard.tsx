import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWords } from '../words/language.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly isDirty: boolean
  /** Waits for the end of the save: after a success there is nothing to ask. */
  readonly isSaving?: boolean
  /** Paths that begin with this belong to the form. */
  readonly within?: string
}

/** Asks before a link or closing the window discards changes. */
export function LeaveGuard({ isDirty, isSaving = false, within }: Props) {
  const words = useWords().leave
  const guard = useBlocker({
    shouldBlockFn: ({ next }) =>
      isDirty && (within === undefined || !next.pathname.startsWith(within)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const isBlocked = guard.status === 'blocked'
  // biome-ignore lint/correctness/useExhaustiveDependencies: `guard` differs at each render.
  useEffect(() => {
    if (isBlocked && !isDirty) guard.proceed?.()
  }, [isBlocked, isDirty])
  return (
    <Dialog
      isOpen={isBlocked && isDirty && !isSaving}
      onClose={() => guard.reset?.()}
      title={words.title}
    >
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
