import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useRef, useState } from 'react'
import { isFiltered, type ListSearch } from '../../api/invoice-search.ts'
import { useMay } from '../../api/session.ts'
import { dotted } from '../../components/dotted.ts'
import { IconDots, IconPlus } from '../../components/icons.ts'
import { useAct } from '../../components/use-act.ts'
import { useFormat } from '../../words/format.ts'
import { ViewDialog } from './dialog.tsx'
import {
  filtersOf,
  isSameSearch,
  type Sums,
  sumsQuery,
  VIEWS_KEY,
  type View,
  viewsQuery,
} from './queries.ts'
import { useViewWords } from './words.ts'

interface Props {
  readonly search: ListSearch
  readonly onSearch: (search: ListSearch) => void
}

/** The saved views with count and total, and the sums of the current list. */
export function ViewBar({ search, onSearch }: Props) {
  const words = useViewWords()
  const { data: views = [] } = useQuery(viewsQuery)
  const [isSaving, setSaving] = useState(false)
  const filters = filtersOf(search)
  const isKept = views.some((view) => isSameSearch(view.filters, filters))
  const canSave = isFiltered(search) && !isKept
  if (views.length === 0 && !isFiltered(search)) return null
  return (
    <>
      <Group gap="xs">
        {views.length > 0 && (
          <Group gap="xs" maw="100%" role="group" aria-label={words.views} className="sideways">
            {views.map((view) => (
              <ViewChip
                key={view.id}
                view={view}
                isActive={isSameSearch(view.filters, filters)}
                onShow={() => onSearch(view.filters)}
              />
            ))}
          </Group>
        )}
        {canSave && (
          <Button
            size="xs"
            radius="xl"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setSaving(true)}
          >
            {words.save}
          </Button>
        )}
      </Group>
      {isSaving && <ViewDialog views={views} filters={filters} onClose={() => setSaving(false)} />}
    </>
  )
}

interface ChipProps {
  readonly view: View
  readonly isActive: boolean
  readonly onShow: () => void
}

function ViewChip({ view, isActive, onShow }: ChipProps) {
  const { data: sums } = useQuery(sumsQuery(view.filters))
  const format = useFormat()
  const amount = useAmount()
  return (
    <Group gap={2} wrap="nowrap" maw="100%">
      <Button
        size="xs"
        miw={0}
        radius="xl"
        variant={isActive ? 'light' : 'default'}
        aria-pressed={isActive}
        onClick={onShow}
      >
        {view.name}
        {/* On a phone, the line below has the same text. */}
        {sums && (
          <Text
            span
            {...(isActive && { visibleFrom: 'sm' })}
            size="xs"
            fw={400}
            ms={8}
            className="figures"
          >
            {dotted([countOf(sums, format.number), amount(sums, 'total')])}
          </Text>
        )}
      </Button>
      {isActive && <ViewMenu view={view} />}
    </Group>
  )
}

const countOf = ({ count, complete }: Sums, number: (value: number) => string): string =>
  complete ? number(count) : `${number(count)}+`

function ViewMenu({ view }: { readonly view: View }) {
  const words = useViewWords()
  const { data: views = [] } = useQuery(viewsQuery)
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { act, isBusy } = useAct([VIEWS_KEY])
  const mayShare = useMay('write')
  const { id, name, shared, filters } = view
  if (shared && !mayShare) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            radius="xl"
            aria-label={words.actions(name)}
            loading={isBusy}
          >
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
          <Menu.Item onClick={() => setEditing(true)}>{words.edit}</Menu.Item>
          <Menu.Item
            c="red"
            onClick={() =>
              act({
                run: (api) => api.deleteInvoiceView({ path: { id } }),
                done: words.deleted,
                undo: (api) => api.createInvoiceView({ body: { name, shared, filters } }),
              })
            }
          >
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isEditing && (
        <ViewDialog views={views} view={view} filters={filters} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

/** The sums of all matches by currency. */
export function SumLine({ search }: { readonly search: ListSearch }) {
  const words = useViewWords()
  const { data: sums } = useQuery(sumsQuery(search))
  const amount = useAmount()
  if (!sums || sums.count === 0) return null
  const [total, due] = [amount(sums, 'total'), amount(sums, 'due')]
  const count = sums.complete ? words.count(sums.count) : words.countAtLeast(sums.count)
  const isDue = sums.currencies.some((it) => Number(it.due) > 0)
  return (
    <Text
      inherit
      style={{ fontVariantNumeric: 'tabular-nums' }}
      aria-label={words.sums}
      role="group"
    >
      {[count, total && words.total(total), isDue && due && words.due(due)]
        .flatMap((part) => part || [])
        .map((part, at) => (
          <Fragment key={part}>
            {at > 0 && '\u00a0· '}
            <span className="nowrap">{part}</span>
          </Fragment>
        ))}
    </Text>
  )
}

/** The amount of each currency; empty if more invoices match than were added. */
function useAmount() {
  const format = useFormat()
  return ({ complete, currencies }: Sums, name: 'total' | 'due'): string =>
    complete ? currencies.map((it) => format.money(it[name], it.currency)).join(' + ') : ''
}
