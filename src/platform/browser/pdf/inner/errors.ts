import { AppError } from '../../../../kernel/errors.ts'

export const documentTooLarge = (limits: {
  readonly bytesMax?: number
  readonly pagesMax?: number
}) =>
  new AppError(
    'too_large',
    'document_too_large',
    'The document is too large to print. Shorten the invoice or its template.',
    limits,
  )

export const renderTimeout = () =>
  new AppError(
    'timeout',
    'render_timeout',
    'Printing took too long. Simplify the template or shorten the invoice.',
  )

export const rendererBusy = (cause?: unknown) =>
  new AppError(
    'unavailable',
    'renderer_busy',
    'Too many documents are waiting to be printed. Try again.',
    { cause, retryAfterSeconds: 5 },
  )

export const rendererUnavailable = (cause: unknown) =>
  new AppError(
    'unavailable',
    'renderer_unavailable',
    'The PDF engine is not available. Try again later.',
    { cause, retryAfterSeconds: 10 },
  )
