import { isCurrency, parseMicro, parseMinor } from '@billwright/money'
import { type Static, Type } from 'typebox'
import { faultList, type OnFault } from '../../../kernel/errors.ts'
import { numberOr } from '../../../kernel/fields/numbers.ts'
import { closed, nullable } from '../../../kernel/fields/shapes.ts'

export const MODES = ['ask', 'auto'] as const
export const TITLES = ['notice', 'reminder', 'second', 'final'] as const
export type Title = (typeof TITLES)[number]
export const GROUPINGS = ['invoice', 'customer'] as const
export const PAUSE_REASONS = ['promise', 'dispute', 'other'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

const decimal = (description: string) =>
  Type.Union([Type.String({ maxLength: 30 }), Type.Number()], { description })
const amount = decimal('In that currency.')
const rate = decimal('Percent a year.')

const Amounts = Type.Array(
  Type.Object({ currency: Type.String({ minLength: 3, maxLength: 3 }), amount }, closed),
  { maxItems: 20, description: 'One amount for each currency.' },
)

const LevelInput = Type.Object(
  {
    name: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 80, description: 'Replaces the usual title.' }),
      ),
    ),
    title: Type.Optional(
      Type.String({
        enum: [...TITLES],
        description:
          "Title of messages and papers, in the customer's language. Default: `notice` before the due date, `reminder` after it.",
      }),
    ),
    after_days: Type.Integer({
      minimum: -30,
      maximum: 365,
      description: 'Days after the due date; negative: before it.',
    }),
    mode: Type.String({ enum: [...MODES], description: '`ask`: waits for your approval.' }),
    fee: Type.Optional(nullable(Amounts)),
    interest: Type.Optional(Type.Boolean({ description: 'Claim interest.' })),
    lump_sum: Type.Optional(Type.Boolean({ description: 'Claim the lump sum of the plan.' })),
    pay_within_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 90 }))),
    attach: Type.Optional(Type.Boolean({ description: 'Attach the invoice, too.' })),
    repeat_days: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: 'Last level only: repeat it after so many days, 12 times at most.',
        }),
      ),
    ),
  },
  { title: 'ReminderLevelInput', ...closed },
)

const InterestInput = Type.Object(
  {
    margin: decimal('Points above the base rate for businesses.'),
    consumer_margin: Type.Optional(
      nullable(decimal('Points for consumers and unknown customers. Null: no interest.')),
    ),
    base: Type.Array(Type.Object({ from: Type.String({ format: 'date' }), rate }, closed), {
      maxItems: 60,
      description: 'Base rates; each counts for 184 days at most.',
    }),
    min_amount: Type.Optional(nullable(amount)),
  },
  { title: 'ReminderInterestInput', ...closed },
)

const rules = {
  levels: Type.Array(LevelInput, { minItems: 1, maxItems: 6 }),
  grouping: Type.String({
    enum: [...GROUPINGS],
    description: '`customer`: one message for all reminders of a customer on a day.',
  }),
  min_gap_days: Type.Integer({
    minimum: 1,
    maximum: 60,
    description: 'Minimum days between reminders of an invoice. Default: 7.',
  }),
  at: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'Local time at which reminders are sent. Default: 09:00.',
  }),
  grace_days: Type.Integer({
    minimum: 0,
    maximum: 30,
    description: 'Days to wait after a payment was recorded. Default: 0.',
  }),
  interest: nullable(InterestInput),
  lump_sum: nullable(Amounts),
}

const state = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  enabled: Type.Boolean(),
  default: Type.Boolean({ description: 'The plan of customers without their own.' }),
  remind_from: nullable(
    Type.String({
      format: 'date',
      description:
        'Invoices due before this day get no reminders. Default: the day on which you switch the plan on.',
    }),
  ),
}

export const EXAMPLE = {
  name: 'Business customers',
  enabled: false,
  levels: [
    { title: 'reminder', after_days: 7, mode: 'auto' },
    {
      title: 'final',
      after_days: 21,
      mode: 'ask',
      fee: [{ currency: 'EUR', amount: '5.00' }],
      pay_within_days: 10,
    },
  ],
  min_gap_days: 7,
}

const { levels, ...otherRules } = rules
export const PlanCreate = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...state, ...otherRules })).properties,
    name: state.name,
    levels,
  },
  { title: 'ReminderPlanCreate', ...closed, examples: [EXAMPLE] },
)
export const PlanPut = Type.Partial(Type.Object({ ...state, ...rules }), {
  title: 'ReminderPlanPut',
  ...closed,
  examples: [EXAMPLE],
})
export const PlanPatch = Type.Partial(Type.Object({ ...state, ...rules }), {
  title: 'ReminderPlanPatch',
  ...closed,
  examples: [{ enabled: true }],
})
export type PlanBody = Static<typeof PlanPatch>

export interface Amount {
  readonly currency: string
  readonly amount: string
}

export interface Level {
  readonly name: string | null
  readonly title: Title
  readonly after_days: number
  readonly mode: (typeof MODES)[number]
  readonly fee: readonly Amount[] | null
  readonly interest: boolean
  readonly lump_sum: boolean
  readonly pay_within_days: number | null
  readonly attach: boolean
  readonly repeat_days: number | null
}

/** The contents of a plan, as on the wire. */
export interface PlanRules {
  readonly levels: readonly Level[]
  readonly grouping: (typeof GROUPINGS)[number]
  readonly min_gap_days: number
  readonly at: string
  readonly grace_days: number
  readonly interest: {
    readonly margin: string
    readonly consumer_margin: string | null
    readonly base: readonly { readonly from: string; readonly rate: string }[]
    readonly min_amount: string | null
  } | null
  readonly lump_sum: readonly Amount[] | null
}

export const USUAL: Omit<PlanRules, 'levels'> = {
  grouping: 'invoice',
  min_gap_days: 7,
  at: '09:00',
  grace_days: 0,
  interest: null,
  lump_sum: null,
}

/** The rules after a request; each field in it replaces the whole. Throws all faults. */
export function changeRules(before: PlanRules, body: PlanBody): PlanRules {
  const { onFault: fault, refuse } = faultList()
  const after: PlanRules = {
    levels: body.levels?.map(toLevel) ?? before.levels,
    grouping: (body.grouping ?? before.grouping) as PlanRules['grouping'],
    min_gap_days: body.min_gap_days ?? before.min_gap_days,
    at: body.at ?? before.at,
    grace_days: body.grace_days ?? before.grace_days,
    interest: body.interest === undefined ? before.interest : toInterest(body.interest),
    lump_sum:
      body.lump_sum === undefined ? before.lump_sum : body.lump_sum && toAmounts(body.lump_sum),
  }
  for (const [index, level] of after.levels.entries()) {
    const at = `/levels/${index}`
    const earlier = after.levels[index - 1]
    if (earlier && earlier.after_days >= level.after_days)
      fault(`${at}/after_days`, 'out_of_range', 'Use more days than the level before.', {
        above: earlier.after_days,
      })
    if (level.repeat_days !== null && index < after.levels.length - 1)
      fault(`${at}/repeat_days`, 'not_allowed', 'Only the last level can repeat.', {
        reason: 'repeat',
      })
    if (level.interest && after.interest === null)
      fault('/interest', 'required', 'Enter a margin and base rates, or claim no interest.')
    if (level.lump_sum && after.lump_sum === null)
      fault('/lump_sum', 'required', 'Enter a lump sum, or claim none.')
    checkAmounts(level.fee, `${at}/fee`, fault)
  }
  checkAmounts(after.lump_sum, '/lump_sum', fault)
  checkInterest(after.interest, fault)
  refuse()
  return after
}

const toLevel = (level: Static<typeof LevelInput>): Level => ({
  name: level.name?.trim() || null,
  title: (level.title ?? (level.after_days < 0 ? 'notice' : 'reminder')) as Title,
  after_days: level.after_days,
  mode: level.mode as Level['mode'],
  fee: level.fee?.length ? toAmounts(level.fee) : null,
  interest: level.interest ?? false,
  lump_sum: level.lump_sum ?? false,
  pay_within_days: level.pay_within_days ?? null,
  attach: level.attach ?? false,
  repeat_days: level.repeat_days ?? null,
})

const toAmounts = (amounts: Static<typeof Amounts>): readonly Amount[] =>
  amounts.map(({ currency, amount }) => ({ currency, amount: String(amount) }))

const toText = (given: string | number | null | undefined): string | null =>
  given == null ? null : String(given)

const toInterest = (interest: Static<typeof InterestInput> | null): PlanRules['interest'] =>
  interest && {
    margin: String(interest.margin),
    consumer_margin: toText(interest.consumer_margin),
    base: interest.base
      .map(({ from, rate }) => ({ from, rate: String(rate) }))
      .sort((a, b) => (a.from < b.from ? -1 : 1)),
    min_amount: toText(interest.min_amount),
  }

function checkAmounts(amounts: readonly Amount[] | null, at: string, fault: OnFault): void {
  const seen = new Set<string>()
  for (const [index, { currency, amount }] of (amounts ?? []).entries()) {
    const pointer = `${at}/${index}`
    if (!isCurrency(currency))
      fault(`${pointer}/currency`, 'unknown_currency', 'Unknown currency: use an ISO 4217 code.')
    else positive(`${pointer}/amount`, fault, () => parseMinor(amount, currency))
    if (seen.has(currency))
      fault(`${pointer}/currency`, 'duplicate', 'There is an amount in this currency already.')
    seen.add(currency)
  }
}

const RATE_MAX_MICRO = 100_000_000n

function checkInterest(interest: PlanRules['interest'], fault: OnFault): void {
  if (!interest) return
  const rate = (text: string, pointer: string) => {
    const micro = numberOr(pointer, fault, () => parseMicro(text))
    if (micro !== null && (micro > RATE_MAX_MICRO || micro < -RATE_MAX_MICRO))
      fault(pointer, 'out_of_range', 'Out of range: use a rate from -100 to 100 percent.', {
        min: -100,
        max: 100,
      })
  }
  rate(interest.margin, '/interest/margin')
  if (interest.consumer_margin !== null) rate(interest.consumer_margin, '/interest/consumer_margin')
  const { min_amount } = interest
  if (min_amount !== null) positive('/interest/min_amount', fault, () => parseMicro(min_amount))
  const seen = new Set<string>()
  for (const [index, base] of interest.base.entries()) {
    rate(base.rate, `/interest/base/${index}/rate`)
    if (seen.has(base.from))
      fault(`/interest/base/${index}/from`, 'duplicate', 'There is a rate from this day already.')
    seen.add(base.from)
  }
}

function positive(pointer: string, fault: OnFault, parse: () => bigint): void {
  const value = numberOr(pointer, fault, parse)
  if (value !== null && value <= 0n)
    fault(pointer, 'out_of_range', 'Out of range: use more than zero.', { above: 0 })
}

export const PauseInput = Type.Object(
  {
    reason: Type.String({ enum: [...PAUSE_REASONS] }),
    until: Type.Optional(
      nullable(
        Type.String({ format: 'date', description: 'The last day. Null: until you resume.' }),
      ),
    ),
    note: Type.Optional(nullable(Type.String({ maxLength: 1000, description: 'Never printed.' }))),
  },
  {
    title: 'ReminderPauseInput',
    ...closed,
    examples: [{ reason: 'promise', until: '2026-12-15', note: 'Ms Brandt, by phone' }],
  },
)
export type PauseBody = Static<typeof PauseInput>
