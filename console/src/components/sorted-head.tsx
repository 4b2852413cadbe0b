import { Group, Table, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from './icons.ts'

interface Props<By extends string> {
  /** `-name`: descending. */
  readonly sort: string
  readonly onSort: (sort: By | `-${By}`) => void
  readonly by: By
  readonly label: string
  /** The label of the button, for screen readers. */
  readonly name: (label: string) => string
  readonly isFigure?: boolean
  /** Whether the first click sorts in ascending order, as for names. */
  readonly isUpFirst?: boolean
  readonly className?: string
  readonly visibleFrom?: 'sm' | 'lg'
}

/** The heading of a sortable column. Each click reverses the order. */
export function SortedHead<By extends string>(props: Props<By>) {
  const { sort, onSort, by, label, name, isFigure, isUpFirst, className, visibleFrom } = props
  const isDown = sort === `-${by}`
  const isUp = sort === by
  const isUpNext = isUpFirst ? !isUp : isDown
  const Icon = isUp || (isUpFirst && !isDown) ? IconChevronUp : IconChevronDown
  return (
    <Table.Th
      aria-sort={isDown ? 'descending' : isUp ? 'ascending' : 'none'}
      className={isFigure ? 'figures' : className}
      {...(visibleFrom && { visibleFrom })}
    >
      <UnstyledButton
        onClick={() => onSort(isUpNext ? by : `-${by}`)}
        aria-label={name(label)}
        fz="inherit"
        fw="inherit"
        style={{ verticalAlign: 'top' }}
      >
        <Group gap={4} wrap="nowrap" className={isFigure ? 'sort-figures' : undefined}>
          {label}
          <Icon size={12} aria-hidden opacity={isDown || isUp ? 1 : 0} className="sort-mark" />
        </Group>
      </UnstyledButton>
    </Table.Th>
  )
}
