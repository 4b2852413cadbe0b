import { AppError } from '../../../kernel/errors.ts'

/** The rule of the outbound policy that a URL breaks; a member of the problem document. */
export type OutboundRule =
  | 'syntax'
  | 'length'
  | 'scheme'
  | 'credentials'
  | 'host'
  | 'port'
  | 'address'
  | 'redirect'

/** 422. Never reveals resolved addresses, so that callers cannot map the network. */
export const urlRefused = (rule: OutboundRule, message: string): AppError =>
  new AppError('invalid', 'url_refused', message, { rule, params: { reason: rule } })

/** 502: no connection (unknown name, closed port, untrusted certificate). */
export const upstreamUnreachable = (host: string, cause: unknown): AppError =>
  new AppError(
    'upstream',
    'upstream_unreachable',
    `Could not connect securely to ${host}. Check the URL and its certificate.`,
    { cause, params: { name: host } },
  )

/** 502: connected, but the response is not complete plain HTTP. */
export const upstreamUnusable = (host: string, reason: string, cause?: unknown): AppError =>
  new AppError('upstream', 'upstream_unusable', `The response of ${host} is unusable: ${reason}.`, {
    ...(cause === undefined ? {} : { cause }),
    params: { name: host },
  })

/** 502: a status other than the 200 that a download needs. */
export const upstreamStatus = (host: string, status: number, reason: string): AppError =>
  new AppError(
    'upstream',
    'upstream_status',
    `${host} answered with status ${status}: ${reason}.`,
    { upstreamStatus: status, params: { name: host, status } },
  )

/** 502: timeout while connecting, waiting or reading. */
export const upstreamTimeout = (host: string, cause?: unknown): AppError =>
  new AppError('upstream', 'upstream_timeout', `${host} did not answer in time. Try again later.`, {
    ...(cause === undefined ? {} : { cause }),
    params: { name: host },
  })

/** 413: the declared or actual body is larger than allowed; the rest was not read. */
export const downloadTooLarge = (limitBytes: number): AppError =>
  new AppError(
    'too_large',
    'download_too_large',
    `The file at this URL is larger than ${limitBytes} bytes.`,
    { limitBytes, params: { max_bytes: limitBytes } },
  )

/** 429: the limits of concurrent and waiting requests are reached. */
export const outboundBusy = (retryAfterSeconds: number): AppError =>
  new AppError('too_many', 'outbound_busy', 'Too many outbound requests are waiting. Try again.', {
    retryAfterSeconds,
  })

/** 503: the process is stopping. */
export const outboundClosed = (): AppError =>
  new AppError('unavailable', 'outbound_closed', 'The service is stopping. Try again shortly.')
