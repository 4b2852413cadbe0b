import { Alert, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Scope, useMay } from '../api/session.ts'
import { useWords } from '../words/language.ts'
import { IconLock } from './icons.ts'
import { useTitle } from './use-title.ts'

interface Props {
  readonly title: string
  /** Shown instead of the title, which screen readers still hear. */
  readonly lead?: ReactNode
  /** The largest width, for a page that is read; it stands in the middle. */
  readonly width?: number
  /** Above the title: see `Back`. */
  readonly back?: ReactNode
  /** A line above the title. */
  readonly above?: string
  /** Beside the title, in one line: whether it is saved. */
  readonly note?: ReactNode
  /** At the end of that row. */
  readonly actions?: ReactNode
  /** The scope that this page needs; null: none. People without it see a note instead. */
  readonly needs?: Scope | null
  readonly children: ReactNode
}

/** The title of a page, also for the browser tab. */
export function Page({
  title,
  lead,
  width,
  back,
  above,
  note,
  actions,
  needs = 'read',
  children,
}: Props) {
  const words = useWords().shell
  const isAllowed = useMay(needs)
  useTitle(title)
  return (
    <Stack gap="md" {...(width === undefined ? { maw: 1400 } : { maw: width, mx: 'auto' })}>
      <Stack gap={4} className="page-top">
        {back}
        {above && <Text c="dimmed">{above}</Text>}
        <Group justify="space-between" align="center" gap="sm" className="page-head">
          {lead === undefined ? (
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              <WholeTitle text={title} />
            </Title>
          ) : (
            <>
              <VisuallyHidden>
                <h1>{title}</h1>
              </VisuallyHidden>
              <div className="page-lead">{lead}</div>
            </>
          )}
          {note && <div className="page-note">{note}</div>}
          {isAllowed && actions && (
            <Group gap="xs" className="page-actions">
              {actions}
            </Group>
          )}
        </Group>
      </Stack>
      {isAllowed ? children : <Alert icon={<IconLock aria-hidden />}>{words.noRight}</Alert>}
    </Stack>
  )
}

/**
 * Keeps a number such as `INV-2026-0028` in one piece: a line breaks before it, not at its hyphens.
 * An amount is one piece with its currency, which follows a no-break space.
 */
export const WholeTitle = ({ text }: { readonly text: string }) =>
  text.split(/([^ ]*\d[^ ]*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} style={{ display: 'inline-block' }}>
        {part}
      </span>
    ),
  )
