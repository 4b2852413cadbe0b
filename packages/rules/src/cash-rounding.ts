/** Steps to which the amount to pay is rounded, as decimals of the currency. */
export const CASH_STEPS = ['0.05', '0.10', '0.20', '0.50', '1.00', '5.00', '10.00'] as const
export type CashStep = (typeof CASH_STEPS)[number]

/** The usual steps of currencies without small coins. */
export const USUAL_CASH_STEPS: Readonly<Record<string, CashStep>> = {
  ...{ CHF: '0.05', DKK: '0.50', SEK: '1.00', NOK: '1.00', HUF: '5.00', INR: '1.00' },
  NZD: '0.10',
}

interface Entry {
  readonly currency: string
  readonly to: string | null
}

/** The step of new documents in a currency; null: none. */
export const stepFor = <E extends Entry>(
  { cashRounding }: { readonly cashRounding: readonly E[] },
  currency: string,
): E['to'] => cashRounding.find((it) => it.currency === currency)?.to ?? null
