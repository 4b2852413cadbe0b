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
  compound,
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
const LABEL_MAX = 12
const LABEL_DESCRIPTION = 'The name of the tax on documents, e.g. GST. Default: the usual one.'
const SECOND_DESCRIPTION =
  'A second tax on the same net, e.g. QST beside GST. Only with category S.'
const KEY = '^[a-z0-9][a-z0-9_-]{0,39}$'
export const REASON_CODE = '^(VATEX-[A-Z0-9-]{2,40}|N[1-7](\\.[1-9])?)$'

/** Why a category cannot have a rate; null: it can. */
function taxFault({ category, rateMicro }: Tax): FieldError | null {
  const fault = rangeFault(rateMicro)
  if (fault) return fault
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

const rangeFault = (rateMicro: bigint): FieldError | null =>
  rateMicro < 0n || rateMicro > RATE_MAX_MICRO
    ? new FieldError('out_of_range', 'Out of range: use 0 to 1000 percent.', { min: 0, max: 1000 })
    : null

/** Adds each fault of a second tax, which only items of category S bear. */
function checkSecond({ category, second }: Tax, at: string, onFault: OnFault): void {
  if (second === undefined) return
  if (category !== 'S') {
    const message = `Only category S has a second tax. Use S, or leave the second tax out.`
    onFault(at, 'not_allowed', message, { reason: 'second_tax' })
  }
  const fault = rangeFault(second.rateMicro)
  if (fault) onFault(`${at}/rate`, fault.code, fault.message, fault.params)
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
  label: text('label', LABEL_MAX, LABEL_DESCRIPTION),
  second: compound(
    'second',
    { label: required(text('label', LABEL_MAX)), rate },
    { title: 'PresetSecondTax', description: SECOND_DESCRIPTION },
  ),
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
        const fault = isReadable(rate) ? taxFault(taxAt(withoutSecond(preset), rate)) : null
        if (fault) onFault(`${place}/rates/${entry}/rate`, fault.code, fault.message, fault.params)
      }
      if (preset.second && isReadable(preset.second.rate))
        checkSecond(taxAt(preset, '0'), `${place}/second`, onFault)
      if (preset.rates.length === 0 && preset.category === 'S')
        onFault(`${place}/rates`, 'required', 'The rate is missing. Category S needs a rate.')
    }
    return presets
  },
}

const withoutSecond = (preset: TaxPreset): TaxPreset => ({ ...preset, second: null })

/** False for a rate with a fault that its own field has named. */
const isReadable = (rate: string): boolean =>
  numberOr(
    '',
    () => {},
    () => parseMicro(rate),
  ) !== null

const SecondTaxInput = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: LABEL_MAX }),
    rate: Type.Union([Type.String({ maxLength: 40 }), Type.Number()], {
      description: 'Percent, e.g. "9.975".',
    }),
  },
  { title: 'SecondTaxInput', ...closed, description: SECOND_DESCRIPTION },
)

export const SecondTaxView = Type.Object(
  { label: Type.String(), rate: Type.String() },
  { title: 'SecondTax', description: SECOND_DESCRIPTION },
)

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
    label: Type.Optional(
      nullable(Type.String({ maxLength: LABEL_MAX, description: LABEL_DESCRIPTION })),
    ),
    second: Type.Optional(nullable(SecondTaxInput)),
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
  const second = body.second && readSecond(body.second, `${at}/second`, onFault)
  const preset = body.preset ? presetOf(body, rateMicro, context, at, onFault) : undefined
  const found = preset && presetTax(preset, context.day)
  if (preset && found) {
    const reason = trimmed(body.reason) ?? preset.reason
    const reasonCode = body.reason_code ?? preset.reasonCode
    const label = trimmed(body.label) ?? preset.label
    const texts = { reason, ...(reasonCode ? { reasonCode } : {}), ...(label ? { label } : {}) }
    if (second === undefined || isSame(second, found.second))
      return { ...found, ...texts, preset: preset.key }
    const typed = { ...withSecond(found, second), ...texts }
    checkSecond(typed, `${at}/second`, onFault)
    return typed
  }
  if (preset) {
    const message = `The tax preset ${preset.key} has no rate on ${context.day}. Add it under Settings, Tax.`
    onFault(`${at}/preset`, 'unknown_preset', message)
  }
  const { defaultTax } = context
  const category = (body.category ?? categoryFor(rateMicro, defaultTax)) as TaxCategory
  const fallback = category === defaultTax.category ? defaultTax.rateMicro : 0n
  const tax = withSecond({ category, rateMicro: rateMicro ?? fallback }, second)
  const fault = taxFault(tax)
  if (fault) onFault(`${at}/rate`, fault.code, fault.message, fault.params)
  checkSecond(tax, `${at}/second`, onFault)
  const { reason_code: reasonCode } = body
  const label = trimmed(body.label)
  return {
    ...tax,
    reason: trimmed(body.reason),
    ...(reasonCode ? { reasonCode } : {}),
    ...(label === null ? {} : { label }),
  }
}

type Second = NonNullable<Tax['second']>

function readSecond(
  { label, rate }: NonNullable<TaxBody['second']>,
  at: string,
  onFault: OnFault,
): Second {
  const name = trimmed(label)
  if (name === null) onFault(`${at}/label`, 'required', 'The value is missing. Enter a value.')
  return { label: name ?? '', rateMicro: readRate(rate, `${at}/rate`, onFault) }
}

const withSecond = ({ second: _, ...tax }: Tax, second: Second | null | undefined): Tax =>
  second ? { ...tax, second } : tax

const isSame = (one: Second | null, other: Second | undefined): boolean =>
  one?.label === other?.label && one?.rateMicro === other?.rateMicro

/** A tax without its preset, in the form of a request. */
export const taxBody = ({ category, rateMicro, ...tax }: Omit<ReadTax, 'preset'>) => ({
  category,
  rate: formatMicro(rateMicro),
  ...(tax.reason === null ? {} : { reason: tax.reason }),
  ...(tax.reasonCode === undefined ? {} : { reason_code: tax.reasonCode }),
  ...labelBody(tax),
})

/** Label and second tax in the form of a request, if there are some. */
export const labelBody = ({ label, second }: Pick<Tax, 'label' | 'second'>) => ({
  ...(label === undefined ? {} : { label }),
  ...(second === undefined
    ? {}
    : { second: { label: second.label, rate: formatMicro(second.rateMicro) } }),
})

/**
 * The tax on another day of supply, if it has a preset with a rate on that day. Reason, code and
 * label stay.
 */
export function onDay<T extends ReadTax>(
  tax: T,
  { taxPresets, day }: Omit<TaxContext, 'defaultTax'>,
): T {
  const preset = taxPresets.find(({ key }) => key === tax.preset)
  const found = preset && presetTax(preset, day)
  if (!found) return tax
  const { second: _, ...kept } = tax
  const { label = found.label } = tax
  return { ...kept, ...found, ...(label === undefined ? {} : { label }) } as T
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
