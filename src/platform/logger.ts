import { pino } from 'pino'

export type Logger = pino.Logger

/** Lines of JSON on standard error, without query strings, credentials or share tokens. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
      serializers: { req: requestLine, err: pino.stdSerializers.err },
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
