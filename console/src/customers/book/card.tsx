import { ActionIcon, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { IconEdit, IconPlus, IconTrash } from '../../components/icons.ts'
import { QueryView } from '../../components/query-view.tsx'
import { useMay } from '../../session.ts'
import { useBookWords } from './words.ts'

interface CardProps<T> {
  readonly title: string
  readonly none: string
  readonly add: string
  readonly of: UseQueryResult<{ readonly data: readonly T[] }>
  readonly onAdd: () => void
  readonly children: (entry: T) => ReactNode
}

/** Contacts or addresses of a customer, and the way to one more. */
export function BookCard<T>({ title, none, add, of, onAdd, children }: CardProps<T>) {
  const mayWrite = useMay('write')
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="sm">
          {title}
        </Title>
        <QueryView of={of} lines={1}>
          {({ data }) =>
            data.length === 0 ? (
              <Text size="sm" c="dimmed">
                {none}
              </Text>
            ) : (
              <Stack gap="sm">{data.map(children)}</Stack>
            )
          }
        </QueryView>
        {mayWrite && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onAdd}
          >
            {add}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

interface RowProps {
  readonly name: string
  readonly note: string
  readonly isUsual: boolean
  /** One below the other; empty ones are left out. */
  readonly lines: readonly (string | null)[]
  readonly onEdit: () => void
  readonly onDelete: () => void
}

export function BookRow({ name, note, isUsual, lines, onEdit, onDelete }: RowProps) {
  const words = useBookWords()
  const mayWrite = useMay('write')
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {isUsual && (
            <Badge variant="light" color="gray" tt="none" size="sm">
              {words.usual}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
        {lines.filter(Boolean).map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </div>
      {mayWrite && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon variant="subtle" color="gray" aria-label={words.edit(name)} onClick={onEdit}>
            <IconEdit size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.delete(name)}
            onClick={onDelete}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
