import { pino } from 'pino'

export type Logger = pino.Logger

/** A line of the log at the level of a warning. */
export type Warn = (message: string, details: object) => void

/** Lines of JSON on standard error, without query strings, credentials, share tokens or data. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
      serializers: { req: requestLine, err: errorLine },
    },
    pino.destination(2),
  )

interface LoggedRequest {
  readonly method: string
  readonly url: string
}

const requestLine = ({ method, url }: LoggedRequest) => ({
  method,
  path: url.replace(/\?.*/, '').replace(/(\/public\/invoices\/|\/i\/)[^/]+/, '$1…'),
})

interface LoggedError {
  readonly type: string
  readonly code?: string
  readonly message: string
  readonly stack?: string
  readonly cause?: LoggedError
}

/** Without PostgreSQL's `detail` and `where`, which repeat the refused row with names and addresses. */
function errorLine(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    ...('code' in error ? { code: String(error.code) } : {}),
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined ? {} : { cause: errorLine(error.cause) }),
  }
}
