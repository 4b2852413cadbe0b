/** A charge for a pension fund of Italy. All but INPS (TC22) are no part of the fee. */
const FUND = /^TC(?!22)(?:0[1-9]|1[0-9]|2[01])\b/

/** Whether withholdings count a discount or charge of which nobody said it. */
export const isUsuallyWithheldOn = (reason: string | null): boolean => !FUND.test(reason ?? '')

/** What a person said of a discount or charge, unless it is as usual. */
export const withholdOf = (reason: string | null, said: boolean | null | undefined) =>
  said == null || said === isUsuallyWithheldOn(reason) ? {} : { withhold: said }
