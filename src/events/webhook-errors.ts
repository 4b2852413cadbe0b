import { AppError, type Fault } from '../errors.ts'

export const webhookNotFound = (): AppError =>
  new AppError('not_found', 'webhook_not_found', 'There is no such webhook.')

export const deliveryNotFound = (): AppError =>
  new AppError('not_found', 'delivery_not_found', 'The webhook has no such delivery.')

export const tooManyWebhooks = (limit: number): AppError =>
  new AppError(
    'conflict',
    'too_many_webhooks',
    `There are ${limit} webhooks already. Delete one that is not needed.`,
    { limit },
  )

export const webhookDisabled = (): AppError =>
  new AppError(
    'conflict',
    'webhook_disabled',
    'Nothing is sent to a disabled webhook. Set its status to enabled first.',
  )

export const tooManySecrets = (until: string): AppError =>
  new AppError(
    'conflict',
    'too_many_secrets',
    `Five secrets sign already, and each former one was promised its day. Try again at ${until}.`,
    { until },
  )

export const unknownEventType = (pointer: string, type: string): Fault => ({
  pointer,
  code: 'unknown_event_type',
  message: `\`${type}\` is no type of event. Name one, all of a resource as invoice.*, or *.`,
})
