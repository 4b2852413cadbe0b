import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.ts'
import { Ledger } from './ledger.tsx'
import { More } from './more.tsx'
import { QueryView } from './query-view.tsx'

interface Props<Entry> {
  readonly of: UseInfiniteQueryResult<InfiniteData<{ readonly data: readonly Entry[] }>>
  /** Number of placeholder lines while loading. */
  readonly lines: number
  /** Shown instead of an empty list. */
  readonly none: ReactNode
  /** Whether the entries are rows of a table. */
  readonly isTable?: boolean
  /** Whether the table says itself how many they are. */
  readonly isCounted?: boolean
  readonly children: (entries: readonly Entry[]) => ReactNode
}

/** Whether a list without filters is empty: its page then offers only to create the first entry. */
export const isBlank = <Entry,>({ data }: Pick<Props<Entry>['of'], 'data'>): boolean =>
  data?.pages[0]?.data.length === 0

/** A list with the pages read so far and a button for the next one. */
export function ListView<Entry>({
  of,
  lines,
  none,
  isTable = false,
  isCounted = false,
  children,
}: Props<Entry>) {
  const words = useWords().more
  return (
    <QueryView of={of} as={isTable ? 'ledger' : 'lines'} lines={lines}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data)
        if (entries.length === 0) return none
        if (!isTable)
          return (
            <>
              {children(entries)}
              <More of={of} />
            </>
          )
        const count = of.hasNextPage ? words.shown(entries.length) : words.all(entries.length)
        return (
          <Ledger
            foot={
              (!isCounted || of.hasNextPage) && (
                <>
                  {count}
                  <More of={of} />
                </>
              )
            }
          >
            {children(entries)}
          </Ledger>
        )
      }}
    </QueryView>
  )
}
