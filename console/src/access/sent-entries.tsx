import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ListView } from '../components/list-view.tsx'
import { useRowKeys } from '../components/use-row-keys.ts'
import { EntryList } from './entry-card.tsx'

interface Props<Entry> {
  readonly of: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Entry[] }>>
  readonly lines: number
  /** Shown instead of an empty list. */
  readonly none: ReactNode
  readonly children: (entry: Entry) => ReactNode
}

/** A list of deliveries or messages as cards, with a button for more. */
export function SentEntries<Entry>({ of, lines, none, children }: Props<Entry>) {
  const list = useRef<HTMLDivElement>(null)
  useRowKeys(list)
  return (
    <ListView of={of} lines={lines} none={none}>
      {(entries) => <EntryList ref={list}>{entries.map(children)}</EntryList>}
    </ListView>
  )
}
