import { Group, Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '../components/icons.ts'
import { useWords } from '../language.ts'
import type { CustomerSort } from './search.ts'

interface Props {
  readonly sort: CustomerSort
  readonly onSort: (sort: CustomerSort) => void
  readonly label: string
}

/** The head of the names: up first, then down. */
export function SortedHead({ sort, onSort, label }: Props) {
  const words = useWords().customers
  const isUp = sort === 'name'
  const isDown = sort === '-name'
  const Icon = isDown ? IconChevronDown : IconChevronUp
  return (
    <Table.Th aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton
        onClick={() => onSort(isUp ? '-name' : 'name')}
        aria-label={words.sortBy(label)}
        fz="inherit"
        fw={700}
      >
        <Group gap={4} wrap="nowrap">
          {label}
          <Icon size={14} aria-hidden opacity={isUp || isDown ? 1 : 0.25} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}
