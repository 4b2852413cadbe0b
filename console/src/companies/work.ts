import { queryOptions } from '@tanstack/react-query'
import { type Api, apiIn } from '../api/client.ts'
import { type CashLine, cashLineOf } from '../dashboard/cash.ts'
import { byOpenAmount } from '../dashboard/sentence.tsx'
import { laterWords } from '../words/language.ts'
import { ALL_KEY } from './queries.ts'

/** Each company takes three requests, so a person of many sees the work of the first ones. */
export const WORK_MAX = 20

/** What waits in a company, and its thirteen weeks in the currency with the most open. */
export const workQuery = (handle: string) =>
  queryOptions({
    queryKey: [...ALL_KEY, 'work', handle],
    queryFn: async ({ signal }) => {
      const api = apiIn(handle)
      const [attention, summary, toConfirm] = await Promise.all([
        api.listAttention({ query: { limit: 100, include: 'total', sort: 'since' }, signal }),
        api.getSummary({ signal }),
        countToConfirm(api, signal),
        // The names of some matters are among the words that load later.
        laterWords(),
      ])
      const [first] = byOpenAmount(summary.currencies)
      return {
        matters: attention.data,
        toConfirm,
        total: (attention.total ?? attention.data.length) + (toConfirm > 0 ? 1 : 0),
        line: first === undefined ? null : lineOf(first, summary.today),
      }
    },
  })

type Currency = Parameters<typeof cashLineOf>[0] &
  Awaited<ReturnType<Api<'getSummary'>['getSummary']>>['currencies'][number]

interface Line {
  readonly line: CashLine
  readonly currency: string
  readonly late: string
}

function lineOf(summary: Currency, today: string): Line | null {
  const weeks = summary.expected.flatMap(({ from, to, amount, count }) =>
    count === 0 ? [] : [{ day: from, to, amount, name: null, id: null }],
  )
  const line = cashLineOf(summary, weeks, today)
  return line && { line, currency: summary.currency, late: summary.overdue.amount }
}

async function countToConfirm(api: Api<'listBankEntries'>, signal: AbortSignal): Promise<number> {
  const query = { status: 'open', include: 'total', limit: 1 } as const
  const { classes = {} } = await api.listBankEntries({ query, signal })
  return (classes.certain ?? 0) + (classes.likely ?? 0)
}

export type CompanyWork = Awaited<ReturnType<NonNullable<ReturnType<typeof workQuery>['queryFn']>>>
