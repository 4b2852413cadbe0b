import { AppError } from '../../../kernel/errors.ts'

export const webhookNotFound = (): AppError =>
  new AppError('not_found', 'webhook_not_found', 'There is no webhook with this id.')

export const deliveryNotFound = (): AppError =>
  new AppError(
    'not_found',
    'delivery_not_found',
    'The webhook has no delivery with this id. Deliveries are kept for 30 days.',
  )

export const tooManyWebhooks = (limit: number): AppError =>
  new AppError(
    'conflict',
    'too_many_webhooks',
    `There are already ${limit} webhooks. Delete one first.`,
    { limit, params: { max: limit } },
  )

export const webhookDisabled = (): AppError =>
  new AppError(
    'conflict',
    'webhook_disabled',
    'This webhook is disabled. Set its status to `enabled` first.',
  )

export const tooManySecrets = (until: string): AppError =>
  new AppError(
    'conflict',
    'too_many_secrets',
    `Five secrets are already active. Try again at ${until}, when the oldest expires.`,
    { until, params: { until } },
  )
