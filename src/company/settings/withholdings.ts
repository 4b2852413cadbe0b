import { HUNDRED_PERCENT_MICRO } from '@billwright/money'
import {
  choiceOr,
  code,
  list,
  microInJson,
  text,
  type Values,
  view,
} from '../../kernel/fields/field.ts'

const WITHHOLDINGS_MAX = 3
const RATE_UNIT_MICRO = 100n
const DECIMALS_MAX = 4

const PERCENT = {
  minMicro: 0n,
  maxMicro: HUNDRED_PERCENT_MICRO,
  allowed: '0 to 100 percent',
  params: { min: 0, max: 100 },
}
const share = microInJson('base_percent', PERCENT, 'Percent of `base` to which the rate applies.')

const PARTS = {
  kind: choiceOr(
    'kind',
    ['income_tax', 'social', 'other'],
    'income_tax',
    'Income tax, social security, or another levy.',
  ),
  name: text(
    'name',
    60,
    "Printed. Default: the name in your country, else in the document's language.",
  ),
  rateMicro: microInJson('rate', PERCENT, 'Percent, at most 4 decimals.'),
  base: choiceOr('base', ['net', 'total'], 'net', '`total`: net and tax.'),
  basePercentMicro: {
    ...share,
    empty: HUNDRED_PERCENT_MICRO,
    load: (stored: unknown) => share.load(stored) ?? HUNDRED_PERCENT_MICRO,
    store: (value: bigint | null) =>
      value === HUNDRED_PERCENT_MICRO ? undefined : share.store(value),
    change: (...args: Parameters<typeof share.change>) =>
      share.change(...args) ?? HUNDRED_PERCENT_MICRO,
  },
  amount: code('amount', '^[0-9]{1,11}(\\.[0-9]{1,3})?$', 'Default: the rate on the base.'),
  code: code('code', '^RT0[1-6]$', 'Italy: TipoRitenuta. RT01: natural person, RT02: company.'),
  reason: code('reason', '^[A-Z][A-Z0-9]?$', 'Italy: CausalePagamento, e.g. A.'),
}

export type Withholding = Values<typeof PARTS>

export const withholdingView = (withholding: Withholding) => view(PARTS, withholding)

/** What customers keep of the price and pay to the tax office for the seller. */
export function withholdings<W extends string>(wire: W, description: string) {
  const entries = list(wire, PARTS, {
    title: 'Withholding',
    maxItems: WITHHOLDINGS_MAX,
    description,
  })
  const field: typeof entries = {
    ...entries,
    change(before, given, at, onFault) {
      const changed = entries.change(before, given, at, onFault)
      for (const [index, { rateMicro }] of changed.entries()) {
        const place = `${at}/${index}/rate`
        if (rateMicro === null) onFault(place, 'required', 'The value is missing. Enter a value.')
        else if (rateMicro % RATE_UNIT_MICRO !== 0n)
          onFault(place, 'too_precise', `Use at most ${DECIMALS_MAX} decimals.`, {
            max: DECIMALS_MAX,
          })
      }
      return changed
    },
  }
  return field
}
