import { AppError, invalidRequest } from '../../../kernel/errors.ts'
import type { Transmission } from './transmission.ts'

export const accessPointMissing = (): AppError =>
  new AppError(
    'conflict',
    'access_point_missing',
    'The company has no access point. Set one up with PUT /access-point.',
  )

export const noElectronicAddress = (): AppError =>
  new AppError(
    'conflict',
    'no_electronic_address',
    'The customer has no electronic address on this invoice. Send it by e-mail, or correct the invoice.',
  )

export const recipientUnknown = (recipient: string): AppError =>
  new AppError(
    'conflict',
    'recipient_unknown',
    `The network does not deliver invoices to ${recipient}. Check the electronic address, or send an e-mail.`,
    { recipient, params: { name: recipient } },
  )

export const alreadyTransmitted = ({ status }: Pick<Transmission, 'status'>): AppError =>
  new AppError(
    'conflict',
    'already_transmitted',
    `The invoice is ${status}. You can send it again only if it is failed or lost.`,
    { transmission_status: status },
  )

export const transmissionNotFound = (): AppError =>
  new AppError(
    'not_found',
    'transmission_not_found',
    'This invoice was not sent through the access point.',
  )

/** 502. `detail` has the provider's message. */
export const providerRefused = (status: number, detail: string | null): AppError =>
  new AppError(
    'upstream',
    'access_point_failed',
    `The access point answered with status ${status}${detail === null ? '.' : `: ${detail}`}`,
    { upstream_status: status, params: { status } },
  )

/** 502. */
export const providerUnusable = (reason: string): AppError =>
  new AppError(
    'upstream',
    'access_point_failed',
    `The answer of the access point is unusable: ${reason}.`,
  )

export const tokenMissing = (): AppError =>
  invalidRequest([
    {
      pointer: '/token',
      code: 'required',
      message: 'The token is missing. Enter the token of your provider.',
    },
  ])
