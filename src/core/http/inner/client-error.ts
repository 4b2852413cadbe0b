import type { Duplex } from 'node:stream'
import { AppError } from '../../../kernel/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { PROBLEM_TYPE, problemOf, STATUS } from '../problem.ts'

/**
 * Answers a request that Node could not parse. There is only a socket, so it writes the response
 * with the usual headers by hand and closes the connection.
 */
export function clientErrors(headers: Readonly<Record<string, string>>) {
  const common = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (cause: ClientError, socket: Duplex): void => answer(cause, socket, common)
}

interface ClientError extends Error {
  readonly code?: string
}

function answer(cause: ClientError, socket: Duplex, common: readonly string[]): void {
  if (cause.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const error = toAppError(cause)
  const requestId = newId('req')
  const problem = problemOf(error, requestId)
  const body = JSON.stringify(problem)
  const lines = [
    `HTTP/1.1 ${STATUS[error.kind]} ${problem.title}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    ...common,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function toAppError({ code }: { readonly code?: string }): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError(
      'request_timeout',
      'request_timeout',
      'The request took too long to arrive. Try again.',
    )
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'headers_too_large',
      'headers_too_large',
      'The path and headers are longer than 16 KiB, or there are more than 100 headers. Send less.',
    )
  return new AppError('malformed', 'malformed_request', 'This is not an HTTP request.')
}
