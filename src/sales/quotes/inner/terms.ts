import { parseMicro } from '@billwright/money'
import { invalidRequest, type Params } from '../../../kernel/errors.ts'
import { requireNumber } from '../../../kernel/fields/numbers.ts'
import type { OnAccept, Quote } from '../quote.ts'
import type { QuoteUpdateBody } from './input.ts'

export const PERCENT_MICRO = 100_000_000n

/** The action after acceptance, and the percentage of its deposit. */
export function depositTerms(
  body: Pick<QuoteUpdateBody, 'on_accept' | 'deposit_percent'>,
  before: Pick<Quote, 'onAccept' | 'depositPercentMicro'>,
): Pick<Quote, 'onAccept' | 'depositPercentMicro'> {
  const { on_accept, deposit_percent: percent } = body
  const onAccept = (on_accept ?? before.onAccept) as OnAccept
  const depositPercentMicro =
    percent === undefined
      ? before.depositPercentMicro
      : percent === null
        ? null
        : readPercent(percent, '/deposit_percent')
  if (onAccept === 'draft_deposit' && depositPercentMicro === null)
    throw invalidRequest([
      {
        pointer: '/deposit_percent',
        code: 'required',
        message: 'Send `deposit_percent`, the percentage of the deposit that acceptance drafts.',
      },
    ])
  return { onAccept, depositPercentMicro }
}

export function readPercent(percent: string | number, pointer: string): bigint {
  const micro = requireNumber(pointer, () => parseMicro(percent))
  if (micro <= 0n || micro > PERCENT_MICRO)
    throw outOfRange(pointer, 'use more than 0 and at most 100 percent.', { above: 0, max: 100 })
  return micro
}

export const outOfRange = (pointer: string, what: string, params: Params) =>
  invalidRequest([{ pointer, code: 'out_of_range', message: `Out of range: ${what}`, params }])
