import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

interface Props {
  readonly title: string
  /** Above the title of one thing: see `Back`. */
  readonly back?: ReactNode
  /** Beside the title: what can be done here. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Every page begins with what it is; the tab says it too. */
export function Page({ title, back, actions, children }: Props) {
  useTitle(title)
  return (
    <Stack gap="lg" maw={1400} mx="auto">
      <Stack gap="xs">
        {back}
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {actions && (
            <Group gap="xs" className="page-actions">
              {actions}
            </Group>
          )}
        </Group>
      </Stack>
      {children}
    </Stack>
  )
}
