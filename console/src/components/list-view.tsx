import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { More } from './more.tsx'
import { QueryView } from './query-view.tsx'

interface Props<Entry> {
  readonly of: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Entry[] }>>
  /** Number of placeholder lines while loading. */
  readonly lines: number
  /** Shown instead of an empty list. */
  readonly none: ReactNode
  readonly children: (entries: readonly Entry[]) => ReactNode
}

/** A list with the pages read so far and a button for the next one. */
export function ListView<Entry>({ of, lines, none, children }: Props<Entry>) {
  return (
    <QueryView of={of} lines={lines}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        if (entries.length === 0) return none
        return (
          <>
            {children(entries)}
            <More of={of} />
          </>
        )
      }}
    </QueryView>
  )
}
