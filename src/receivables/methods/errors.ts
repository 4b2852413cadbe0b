import type { Params } from '@billwright/rules/faults'
import { AppError, invalidRequest } from '../../kernel/errors.ts'

export const methodNotFound = (): AppError =>
  new AppError('not_found', 'payment_method_not_found', 'There is no payment method with this id.')

export const methodEnded = (status: string): AppError =>
  new AppError('conflict', 'method_ended', `The payment method is ${status}. Record a new one.`, {
    params: { value: status },
  })

export const methodNotReady = (status: string): AppError =>
  new AppError(
    'conflict',
    'method_not_active',
    `The payment method is ${status}. Confirm or resume it first.`,
    { params: { value: status } },
  )

export const tooManyMethods = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_payment_methods',
    `The customer has ${max} payment methods already. Cancel one first.`,
    { params: { max } },
  )

export const mandateExists = (reference: string): AppError =>
  new AppError(
    'conflict',
    'mandate_exists',
    `There is a mandate with the reference ${reference} already. Use another one.`,
    { params: { value: reference } },
  )

export const evidenceMissing = (): AppError =>
  new AppError(
    'conflict',
    'evidence_missing',
    'The mandate has no evidence. Add the signed form to the files of the customer and send its id in `mandate.evidence`.',
  )

export const creditorIncomplete = (): AppError =>
  new AppError(
    'conflict',
    'creditor_incomplete',
    'Direct debits need the IBAN and the creditor identifier of your bank account. Add both to the settings.',
  )

/** A field of a mandate that banks do not accept. */
const ofMandate = (field: string, code: string, message: string, params: Params = {}) => ({
  params,
  faults: [{ pointer: `/mandate/${field}`, code, message, params }],
})

export const ibanInvalid = (): AppError => {
  const message = 'This is not an IBAN of a SEPA country. Check it for a typo.'
  return new AppError(
    'invalid',
    'iban_invalid',
    message,
    ofMandate('iban', 'iban_invalid', message),
  )
}

export const referenceInvalid = (fault: string): AppError => {
  const message =
    "A mandate reference has 1 to 35 of the characters A-Z a-z 0-9 + ? / - : ( ) . , ' and single blanks, without / at its ends."
  return new AppError(
    'invalid',
    'mandate_reference_invalid',
    message,
    ofMandate('reference', 'mandate_reference_invalid', message, { value: fault }),
  )
}

export const addressRequired = (): AppError => {
  const message =
    'A bank outside the European Economic Area needs the BIC and the address with city and country. Add both.'
  return new AppError(
    'invalid',
    'address_required',
    message,
    ofMandate('address', 'address_required', message),
  )
}

export const nameNotWritable = (): AppError => {
  const message = 'The name has no letter or digit that banks accept. Use Latin letters or digits.'
  return new AppError(
    'invalid',
    'name_not_writable',
    message,
    ofMandate('account_holder', 'name_not_writable', message),
  )
}

/** Throws what is wrong with a mandate: one fault by its own code, several in one answer. */
export function refuseAll(found: readonly (AppError | null)[]): void {
  const errors = found.filter((it) => it !== null)
  const [only, ...others] = errors
  if (only && others.length === 0) throw only
  if (only) throw invalidRequest(errors.flatMap(({ faults }) => faults))
}

export const signedInFuture = (): AppError => {
  const message = 'The day of the signature is in the future.'
  return new AppError(
    'invalid',
    'signed_in_future',
    message,
    ofMandate('signed_on', 'signed_in_future', message),
  )
}

export const notForConsumers = (): AppError => {
  const message =
    'A B2B mandate is for businesses only. Use a CORE mandate, or make the customer a business.'
  return new AppError(
    'invalid',
    'business_mandate_only',
    message,
    ofMandate('scheme', 'business_mandate_only', message),
  )
}
