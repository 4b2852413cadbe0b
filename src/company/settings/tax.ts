import {
  AmountError,
  formatMicro,
  parseMicro,
  TAX_CATEGORIES,
  TAXED_CATEGORIES,
  type TaxCategory,
} from '@billwright/money'
import { isTaxOf, presetTax, type Tax, taxAt } from '@billwright/rules/taxes'
import { type Static, type TNumber, type TString, type TUnion, Type } from 'typebox'
import type { OnFault } from '../../kernel/errors.ts'
import {
  code,
  day,
  type Field,
  type Fields,
  list,
  required,
  ruled,
  text,
  type Values,
} from '../../kernel/fields/field.ts'
import { numberOr } from '../../kernel/fields/numbers.ts'
import { FieldError, type Rule } from '../../kernel/fields/rules.ts'
import { closed, nullable } from '../../kernel/fields/shapes.ts'

const TAX_PRESETS_MAX = 30
const RATES_MAX = 40
const RATE_MAX_MICRO = 1_000_000_000n
const KEY = '^[a-z0-9][a-z0-9_-]{0,39}$'
export const REASON_CODE = '^(VATEX-[A-Z0-9-]{2,40}|N[1-7](\\.[1-9])?)$'

/** Why a category cannot have a rate; null: it can. */
function taxFault({ category, rateMicro }: Tax): FieldError | null {
  if (rateMicro < 0n || rateMicro > RATE_MAX_MICRO)
    return new FieldError('out_of_range', 'Out of range: use 0 to 1000 percent.', {
      min: 0,
      max: 1000,
    })
  if (!TAXED_CATEGORIES.has(category) && rateMicro > 0n)
    return new FieldError(
      'not_allowed',
      `Out of range: use 0 in category ${category} (EN 16931 BR-${category}-05).`,
      { reason: 'rate_of_untaxed' },
    )
  if (category === 'S' && rateMicro === 0n)
    return new FieldError(
      'not_allowed',
      'Out of range: use a rate above 0 in category S (BR-S-05), or category Z for zero.',
      { reason: 'zero_rate' },
    )
  return null
}

const percent: Rule = (given) => {
  try {
    return formatMicro(parseMicro(given))
  } catch (error) {
    throw error instanceof AmountError
      ? new FieldError(error.code, error.message, error.params)
      : error
  }
}

/** A percentage, as text or as a number. */
const rate: Field<'rate', string, TUnion<[TString, TNumber]>> & { readonly isRequired: true } = {
  ...required(text('rate', 40)),
  isRequired: true,
  input: Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
    description: 'Percent, e.g. "19".',
  }),
  change: (_before, given, at, onFault) => ruled(percent, String(given), at, onFault),
}

const PARTS = {
  key: required(code('key', KEY, 'Items name the preset by its key.')),
  name: required(text('name', 60)),
  category: required(
    code('category', `^(${TAX_CATEGORIES.join('|')})$`, 'UNCL 5305, e.g. S, Z, E or AE.'),
  ),
  reason: text('reason', 500, 'Reason why no tax is charged.'),
  reasonCode: code('reason_code', REASON_CODE, 'The reason as a code.'),
  rates: list(
    'rates',
    { from: day('from', 'First day of the rate. Null: always.'), rate },
    { maxItems: RATES_MAX, description: 'The rate of a day is that with the latest `from`.' },
  ),
} as const satisfies Fields

const entries = list('taxPresets', PARTS, {
  title: 'TaxPreset',
  maxItems: TAX_PRESETS_MAX,
  description: 'Taxes that items and products name by a key, with the days from which rates apply.',
})

export type TaxPreset = Values<typeof PARTS>

/** The setting, with the rules across the parts of a preset. */
export const TAX_PRESETS: typeof entries = {
  ...entries,
  change(before, given, at, onFault) {
    const presets = entries.change(before, given, at, onFault)
    for (const [index, preset] of presets.entries()) {
      const place = `${at}/${index}`
      if (presets.findIndex(({ key }) => key === preset.key) < index)
        onFault(`${place}/key`, 'duplicate', 'Duplicate: use each key once.')
      const days = preset.rates.map(({ from }) => from)
      for (const [entry, { from, rate }] of preset.rates.entries()) {
        if (days.indexOf(from) < entry)
          onFault(`${place}/rates/${entry}/from`, 'duplicate', 'Duplicate: use each day once.')
        const fault = isDecimal(rate) ? taxFault(taxAt(preset, rate)) : null
        if (fault) onFault(`${place}/rates/${entry}/rate`, fault.code, fault.message, fault.params)
      }
      if (preset.rates.length === 0 && preset.category === 'S')
        onFault(`${place}/rates`, 'required', 'The rate is missing. Category S needs a rate.')
    }
    return presets
  },
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

/** The tax of an item, discount or charge in a request. */
export const TaxInput = Type.Object(
  {
    category: Type.Optional(
      Type.String({ enum: [...TAX_CATEGORIES], description: 'UNCL 5305. Default with a rate: S.' }),
    ),
    rate: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
        description: 'Percent, e.g. "19".',
      }),
    ),
    reason: Type.Optional(
      nullable(Type.String({ maxLength: 500, description: 'Reason why no tax is charged.' })),
    ),
    reason_code: Type.Optional(
      nullable(
        Type.String({
          pattern: REASON_CODE,
          description:
            'The reason as a code: VATEX, e.g. VATEX-EU-AE, or in Italy the Natura, e.g. N2.2.',
        }),
      ),
    ),
    preset: Type.Optional(
      nullable(
        Type.String({
          pattern: KEY,
          description:
            'Key of a tax preset of the settings. Gives category and rate as of the day of supply.',
        }),
      ),
    ),
  },
  { title: 'TaxInput', ...closed },
)
export type TaxBody = Static<typeof TaxInput>

/** A tax from a request, with its preset unless another rate was entered. */
export interface ReadTax extends Tax {
  readonly reason: string | null
  readonly reasonCode?: string
  readonly preset?: string
}

interface TaxContext {
  readonly defaultTax: Tax
  readonly taxPresets: readonly TaxPreset[]
  /** The day of supply. */
  readonly day: string
}

/** The tax in a request; missing parts come from the settings. */
export function readTax(body: TaxBody, context: TaxContext, at: string, onFault: OnFault): ReadTax {
  const rateMicro = body.rate === undefined ? null : readRate(body.rate, `${at}/rate`, onFault)
  const preset = body.preset ? presetOf(body, rateMicro, context, at, onFault) : undefined
  const found = preset && presetTax(preset, context.day)
  if (preset && found) {
    const reason = trimmed(body.reason) ?? preset.reason
    const reasonCode = body.reason_code ?? preset.reasonCode
    return { ...found, reason, ...(reasonCode ? { reasonCode } : {}), preset: preset.key }
  }
  if (preset) {
    const message = `The tax preset ${preset.key} has no rate on ${context.day}. Add it under Settings, Tax.`
    onFault(`${at}/preset`, 'unknown_preset', message)
  }
  const { defaultTax } = context
  const category = (body.category ?? categoryFor(rateMicro, defaultTax)) as TaxCategory
  const fallback = category === defaultTax.category ? defaultTax.rateMicro : 0n
  const tax = { category, rateMicro: rateMicro ?? fallback }
  const fault = taxFault(tax)
  if (fault) onFault(`${at}/rate`, fault.code, fault.message, fault.params)
  const { reason_code: reasonCode } = body
  return { ...tax, reason: trimmed(body.reason), ...(reasonCode ? { reasonCode } : {}) }
}

/**
 * The tax on another day of supply, if it has a preset with a rate on that day. Reason and code
 * stay.
 */
export function onDay<T extends ReadTax>(
  tax: T,
  { taxPresets, day }: Omit<TaxContext, 'defaultTax'>,
): T {
  const preset = taxPresets.find(({ key }) => key === tax.preset)
  const found = preset && presetTax(preset, day)
  return found ? { ...tax, ...found } : tax
}

/** The preset in a request, unless the request also has another category or rate. */
function presetOf(
  body: TaxBody,
  rateMicro: bigint | null,
  { taxPresets }: TaxContext,
  at: string,
  onFault: OnFault,
): TaxPreset | undefined {
  const preset = taxPresets.find(({ key }) => key === body.preset)
  if (!preset) {
    if (rateMicro === null)
      onFault(
        `${at}/preset`,
        'unknown_preset',
        `There is no tax preset ${body.preset}. Use a key of the setting taxPresets.`,
      )
    return undefined
  }
  const category = (body.category ?? preset.category) as TaxCategory
  if (rateMicro === null) return category === preset.category ? preset : undefined
  return isTaxOf(preset, { category, rateMicro }) ? preset : undefined
}

const readRate = (value: string | number, at: string, onFault: OnFault): bigint =>
  numberOr(at, onFault, () => parseMicro(value)) ?? 0n

function categoryFor(rateMicro: bigint | null, { category }: Tax): TaxCategory {
  if (rateMicro === null) return category
  if (rateMicro > 0n) return 'S'
  return TAXED_CATEGORIES.has(category) ? 'Z' : category
}

const trimmed = (text: string | null | undefined): string | null => text?.trim() || null
