import { Anchor, Button, Group, Text } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useEffect, useRef } from 'react'
import { isProblem, messageOf } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { currentWords, useWords } from '../words/language.ts'
import { dotted } from './dotted.ts'
import { IconAlertCircle, IconCheck } from './icons.ts'
import './notices-shown.css'

const look = () => ({
  closeButtonProps: { 'aria-label': currentWords().notices.close },
})

export interface Undo {
  readonly label: string
  readonly run: () => unknown
}

/** Tells the styles how high the bar with the notices is. */
export function NoticesPlace() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = place.current?.querySelector('[data-position="bottom-center"]')
    if (!bar) return
    const observer = new ResizeObserver(() =>
      document.documentElement.style.setProperty('--notices', `${bar.clientHeight}px`),
    )
    observer.observe(bar)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      <Notifications position="bottom-center" withinPortal={false} />
    </div>
  )
}

export function showDone(message: string, undo?: Undo): void {
  const id = crypto.getRandomValues(new Uint32Array(1)).join()
  // The button still exists while the notice fades out.
  let isUsed = false
  const back = () => {
    notifications.hide(id)
    if (!isUsed) undo?.run()
    isUsed = true
  }
  notifications.show({
    ...look(),
    id,
    color: 'pine',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: undo ? 10_000 : 4_000,
    message: (
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 12rem">
          {message}
        </Text>
        {undo && (
          <Button
            size="compact-sm"
            variant="transparent"
            c="inherit"
            td="underline"
            flex="none"
            onClick={back}
          >
            {undo.label}
          </Button>
        )}
      </Group>
    ),
  })
}

export function showFailed(error: unknown): void {
  const request = isProblem(error) && error.status >= 500 ? error.requestId : undefined
  notifications.show({
    ...look(),
    color: 'red',
    icon: <IconAlertCircle size={18} aria-hidden />,
    autoClose: false,
    message: whyFailed(error, request),
  })
}

function whyFailed(error: unknown, request: string | undefined) {
  if (isProblem(error, 'no_answer')) return currentWords().shell.unreachable
  if (isProblem(error, 'seller_incomplete')) return <NoCompany />
  return dotted([messageOf(error), request])
}

/**
 * Notices are outside the router, because a failing page has none. So the link reloads the page.
 */
function NoCompany() {
  const { noCompany, toCompany } = useWords().shell
  return (
    <Text size="sm">
      {noCompany}{' '}
      <Anchor href={inCompany('/settings/company#companyName')} size="sm" fw={600}>
        {toCompany}
      </Anchor>
    </Text>
  )
}
