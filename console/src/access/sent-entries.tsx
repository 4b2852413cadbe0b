import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty } from '../components/empty.tsx'
import { IconSend } from '../components/icons.ts'
import { More } from '../components/more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { EntryList } from './entry-card.tsx'

interface Props<Entry> {
  readonly of: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Entry[] }>>
  readonly lines: number
  /** What stands there instead of no entries. */
  readonly none: { readonly title: string; readonly text: string }
  readonly children: (entry: Entry) => ReactNode
}

/** What was sent, one card below the other, and the way to more. */
export function SentEntries<Entry>({ of, lines, none, children }: Props<Entry>) {
  return (
    <QueryView of={of} lines={lines}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        if (entries.length === 0)
          return <Empty icon={<IconSend size={40} strokeWidth={1.2} aria-hidden />} {...none} />
        return (
          <>
            <EntryList>{entries.map(children)}</EntryList>
            <More of={of} />
          </>
        )
      }}
    </QueryView>
  )
}
