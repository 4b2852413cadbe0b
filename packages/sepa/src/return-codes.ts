/** What becomes of the mandate. */
export type MethodAfter = 'stays' | 'suspended' | 'canceled'

/** What a reason code of a refused or returned collection asks for (ISO 20022 external codes, EPC173-14). */
export interface ReturnRule {
  readonly method: MethodAfter
  /** `plan`: collect again after some days; `by_hand`: once a person has corrected the cause; `no`: never. */
  readonly again: 'plan' | 'by_hand' | 'no'
  /** With `plan`: how often at most. */
  readonly most: number
  readonly asks: 'customer' | 'person' | null
  /** Whether the customer gets a message. */
  readonly tellsCustomer: boolean
}

const plan = (most: number): ReturnRule => ({
  method: 'stays',
  again: 'plan',
  most,
  asks: null,
  tellsCustomer: true,
})
const ended = (method: MethodAfter, asks: 'customer' | 'person'): ReturnRule => ({
  method,
  again: 'no',
  most: 0,
  asks,
  tellsCustomer: true,
})
/** The fault is on the side of the creditor: the customer has nothing to do. */
const ours: ReturnRule = {
  method: 'stays',
  again: 'by_hand',
  most: 0,
  asks: 'person',
  tellsCustomer: false,
}

const RULES: Readonly<Record<string, ReturnRule>> = {
  AM04: plan(2),
  MS03: plan(1),
  AC01: ended('suspended', 'customer'),
  RC01: ended('suspended', 'customer'),
  AC04: ended('canceled', 'customer'),
  AC06: ended('suspended', 'customer'),
  AG01: ended('suspended', 'customer'),
  SL01: ended('suspended', 'customer'),
  AC13: ended('suspended', 'person'),
  MD01: ended('canceled', 'person'),
  MD02: ended('suspended', 'person'),
  MD06: ended('suspended', 'person'),
  MS02: ended('suspended', 'person'),
  // The debtor has died.
  MD07: { ...ended('canceled', 'person'), tellsCustomer: false },
  AM05: { ...ours, again: 'no' },
  AG02: ours,
  BE05: ours,
  CNOR: ours,
  DNOR: ours,
  ED05: ours,
  FF01: ours,
  RR01: ours,
  RR02: ours,
  RR03: ours,
  RR04: ours,
  TM01: ours,
}
const UNKNOWN = ended('suspended', 'person')

/** The debtor has died, so that no message should be sent. */
export const DEBTOR_DIED = 'MD07'

/** The rule for a code. A missing code, or one that is not in the table, suspends the mandate. */
export const returnRuleOf = (code: string | null): ReturnRule =>
  (code !== null && Object.hasOwn(RULES, code) ? RULES[code] : undefined) ?? UNKNOWN

/** Whether the table has a rule for the code. */
export const isReturnCode = (code: string): boolean => Object.hasOwn(RULES, code)

/** Of several codes the first that the table knows, else the first. */
export const decisiveCode = (codes: readonly string[]): string | null =>
  codes.find(isReturnCode) ?? codes[0] ?? null
