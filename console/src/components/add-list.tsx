import { ActionIcon, Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { AddButton } from './add-button.tsx'
import { QueryView } from './query-view.tsx'

interface Props<T> {
  readonly of: {
    readonly data: { readonly data: readonly T[] } | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly none: string
  /** Null: this person may not add entries. */
  readonly add: { readonly label: string; readonly onAdd: () => void } | null
  readonly children: (entry: T) => ReactNode
}

/** A short list inside a card, with a button to add an entry. */
export function AddList<T>({ of, none, add, children }: Props<T>) {
  return (
    <>
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
      {add && <AddButton label={add.label} onClick={add.onAdd} />}
    </>
  )
}

interface ActionProps {
  readonly label: string
  readonly Icon: ComponentType<{ readonly size?: number }>
  readonly isBusy?: boolean
  readonly onClick: () => unknown
}

/** An action on one entry, as an icon. */
export const EntryAction = ({ label, Icon, isBusy = false, onClick }: ActionProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    loading={isBusy}
    onClick={() => void onClick()}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)
