import { ActionIcon } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWords } from '../words/language.ts'
import { IconChevronDown, IconChevronUp } from './icons.ts'
import { useKeys } from './use-keys.ts'

type List = 'invoices' | 'quotes'

/** The entries of a list as last shown, until the page is loaded anew. */
const orders = new Map<List, readonly string[]>()

/** Remembers the order of a list, for the pages of its entries. */
export function useOrder(list: List, entries: readonly { readonly id: string }[]): void {
  useEffect(() => {
    orders.set(
      list,
      entries.map(({ id }) => id),
    )
  }, [list, entries])
}

/** To the entries before and after this one in the list that it was opened from. */
export function Neighbors({ list, id }: { readonly list: List; readonly id: string }) {
  const words = useWords().documentDesk
  const navigate = useNavigate()
  const order = orders.get(list) ?? []
  const at = order.indexOf(id)
  const go = (to: string | undefined) =>
    to !== undefined && navigate({ to: `/${list}/$id`, params: { id: to } })
  const before = at < 0 ? undefined : order[at - 1]
  const after = at < 0 ? undefined : order[at + 1]
  useKeys({ k: () => go(before), j: () => go(after) })
  if (before === undefined && after === undefined) return null
  const ways = [
    [words.previous, before, IconChevronUp],
    [words.next, after, IconChevronDown],
  ] as const
  return (
    <ActionIcon.Group className="screen-only">
      {ways.map(([label, to, Icon]) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size="input-xs"
          aria-label={label}
          title={label}
          disabled={to === undefined}
          {...(to === undefined && { bg: 'transparent' })}
          onClick={() => go(to)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  )
}
