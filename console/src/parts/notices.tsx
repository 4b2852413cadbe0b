import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { isProblem, messageOf } from '../api.ts'

interface Undo {
  readonly label: string
  readonly run: () => unknown
}

/** Says that something was done, with the way back where there is one. */
export function tellDone(message: string, undo?: Undo): void {
  const id = crypto.getRandomValues(new Uint32Array(1)).join()
  const back = () => {
    notifications.hide(id)
    undo?.run()
  }
  notifications.show({
    id,
    color: 'teal',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: undo ? 10_000 : 4_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        {undo && (
          <Button size="compact-sm" variant="light" onClick={back}>
            {undo.label}
          </Button>
        )}
      </Group>
    ),
  })
}

/** Says why something was not done; stays until it is closed. */
export function tellFailed(error: unknown): void {
  const request = isProblem(error) && error.status >= 500 ? error.requestId : undefined
  notifications.show({
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden />,
    autoClose: false,
    message: [messageOf(error), request].filter(Boolean).join(' · '),
  })
}
