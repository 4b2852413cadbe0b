import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import { newId } from '../platform/ids.ts'
import { PROBLEM_TYPE, problemOf, STATUS } from './problem.ts'

/**
 * Answers what Node could not read as a request: there is only a socket then, so that the answer is
 * written by hand. The connection ends with it.
 */
export function answerClientError(cause: Error & { readonly code?: string }, socket: Duplex): void {
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
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function toAppError({ code }: { readonly code?: string }): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError(
      'request_timeout',
      'request_timeout',
      'The request took too long to arrive.',
    )
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError(
      'headers_too_large',
      'headers_too_large',
      'Address and headers are longer than 16 KiB.',
    )
  return new AppError('malformed', 'malformed_request', 'This is not an HTTP request.')
}
