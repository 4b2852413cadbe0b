import { AppError } from '../../kernel/errors.ts'

export const collectionNotFound = (): AppError =>
  new AppError('not_found', 'collection_not_found', 'There is no collection with this id.')

export const collectionExists = (id: string): AppError =>
  new AppError(
    'conflict',
    'collection_exists',
    'The invoice is being collected already. Cancel that collection first.',
    { collection_id: id },
  )

export const collectionEnded = (status: string): AppError =>
  new AppError(
    'conflict',
    'collection_ended',
    `The collection is ${status}, so this is not possible.`,
    { params: { value: status } },
  )

export const attemptsUsedUp = (): AppError =>
  new AppError(
    'conflict',
    'attempts_used_up',
    'The invoice has had four attempts in 35 days. Start again later, or ask the customer to pay.',
  )

export const nothingToCollect = (): AppError =>
  new AppError(
    'conflict',
    'nothing_to_collect',
    'Only issued invoices with an amount due can be collected. Issue the invoice first.',
  )

export const noMethod = (): AppError =>
  new AppError(
    'conflict',
    'no_consent',
    'The customer has no active payment method that allows this. Record a mandate first.',
  )

export const currencyNotCollected = (currency: string): AppError =>
  new AppError(
    'conflict',
    'currency_not_collected',
    `SEPA direct debits are in euros only, and the invoice is in ${currency}.`,
    { params: { value: currency } },
  )

export const claimHeld = (): AppError =>
  new AppError(
    'conflict',
    'claim_held',
    'A customer is paying one of these invoices right now. Try again when the payment has ended.',
  )

export const collectedByProvider = (): AppError =>
  new AppError(
    'conflict',
    'collected_by_provider',
    'A payment provider collects this invoice and reports the outcome. Read its payment instead.',
  )
