import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '../../api/session.ts'
import { AddList, EntryAction } from '../../components/add-list.tsx'
import { IconEdit, IconTrash } from '../../components/icons.ts'
import { useBookWords } from './words.ts'

interface CardProps<T> {
  readonly title: string
  readonly none: string
  readonly add: string
  readonly of: UseQueryResult<{ readonly data: readonly T[] }>
  readonly onAdd: () => void
  readonly children: (entry: T) => ReactNode
}

/** The contacts or addresses of a customer, with a button to add one. */
export function BookCard<T>({ title, none, add, of, onAdd, children }: CardProps<T>) {
  const mayWrite = useMay('write')
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2} size="sm">
          {title}
        </Title>
        <AddList of={of} none={none} add={mayWrite ? { label: add, onAdd } : null}>
          {children}
        </AddList>
      </Stack>
    </Paper>
  )
}

interface RowProps {
  readonly name: string
  readonly note: string
  readonly isUsual: boolean
  /** Lines one below the other, without empty ones. */
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
            <Badge variant="light" color="gray" size="sm">
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
          <EntryAction label={words.edit(name)} Icon={IconEdit} onClick={onEdit} />
          <EntryAction label={words.delete(name)} Icon={IconTrash} onClick={onDelete} />
        </Group>
      )}
    </Group>
  )
}
