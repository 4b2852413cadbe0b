import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { after } from '../clock.ts'
import type { MailDialer, MailHost } from '../outbound/mail.ts'

export type MailSecurity = 'tls' | 'starttls' | 'none'

export interface MailServer extends MailHost {
  readonly security: MailSecurity
  readonly auth:
    | { readonly kind: 'password'; readonly username: string; readonly password: string }
    | { readonly kind: 'token'; readonly username: string; readonly token: string }
    | null
  /** Name of this service in EHLO. */
  readonly name: string
}

export interface Envelope {
  /** Also the ENVID of delivery status reports. */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
}

export interface RefusedRecipient {
  readonly address: string
  readonly code: number
  readonly reply: string
}

/**
 * `accepted`: the server answered 250 to the data; `transport`: the server or the connection is at
 * fault, for any message; `unknown`: the connection broke after the data had begun.
 */
export interface SmtpResult {
  readonly outcome: 'accepted' | 'deferred' | 'refused' | 'transport' | 'unknown'
  readonly code: number | null
  readonly reply: string
  readonly refused: readonly RefusedRecipient[]
  readonly steps: readonly SmtpStep[]
}

/** A command, without secrets, and the answer to it. */
export interface SmtpStep {
  readonly command: string
  readonly reply: string
  readonly ms: number
}

export interface SmtpDeps {
  readonly dialer: MailDialer
  readonly now: () => number
}

export interface Sending {
  readonly server: MailServer
  readonly envelope: Envelope
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
}

const GREETING_MS = 10_000
const IDLE_MS = 60_000
const MESSAGE_MS = 120_000
const REPLY_LENGTH_MAX = 500
const REPLY_BYTES_MAX = 64 * 1024
const SERVICE_CLOSING = 421
/** Our reply, if the server names a size limit before it gets the message. */
export const TOO_LARGE = 'The message is larger than the mail server takes.'
/** Mailbox full, or the message is too large: a fault of this message, not of the sender. */
const ABOUT_SIZE = 552

/** Sends bytes once, over a new connection. It never throws. */
export async function sendBySmtp({ dialer, now }: SmtpDeps, sending: Sending): Promise<SmtpResult> {
  const { server, envelope, bytes, signal } = sending
  const dialogue = recordDialogue(now)
  let hasBegun = false
  const message = new Readable({
    read() {
      hasBegun = true
      this.push(bytes)
      this.push(null)
    },
  })
  const end = (result: Omit<SmtpResult, 'steps'>): SmtpResult => ({
    ...result,
    steps: dialogue.steps(),
  })
  let connection: SMTPConnection | null = null
  try {
    const socket = await dialer.dial(server, signal)
    connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name: server.name,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      greetingTimeout: GREETING_MS,
      socketTimeout: IDLE_MS,
      socketCloseTimeout: 0,
      maxResponseSize: REPLY_BYTES_MAX,
      transactionLog: true,
      logger: dialogue.logger,
      customAuth: { XOAUTH2: bearer },
    })
    const open = connection
    const { response, rejectedErrors = [] } = await limited(open, signal, async () => {
      await called((done) => open.connect((error) => done(error ?? null, true)))
      const { auth } = server
      if (auth !== null) await called((done) => open.login(authOf(auth), done))
      return called<SMTPConnection.SentMessageInfo>((done) =>
        open.send(toEnvelope(envelope, bytes), message, done),
      )
    })
    connection.quit()
    const refused = rejectedErrors.map(toRefused)
    return end({ outcome: 'accepted', code: codeOf(response), reply: short(response), refused })
  } catch (error) {
    connection?.close()
    return end(judge(error, hasBegun))
  }
}

type Judged = Omit<SmtpResult, 'steps'>

interface SmtpError {
  readonly message: string
  readonly code?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  readonly recipient?: string | undefined
  readonly rejectedErrors?: readonly SmtpError[] | undefined
}

function judge(thrown: unknown, hasBegun: boolean): Judged {
  const error = thrown as SmtpError
  const code = error.responseCode ?? null
  const reply = short(error.response ?? error.message)
  const as = (outcome: SmtpResult['outcome'], refused: Judged['refused'] = []): Judged => ({
    outcome,
    code,
    reply,
    refused,
  })
  if (code === null) {
    if (error.code === 'EMESSAGE') return { ...as('refused'), reply: TOO_LARGE }
    return as(hasBegun ? 'unknown' : 'transport')
  }
  if (code === SERVICE_CLOSING) return as('transport')
  if (error.rejectedErrors) return as('refused', error.rejectedErrors.map(toRefused))
  const isPermanent = code >= 500
  if (error.command === 'DATA' || hasBegun) return as(isPermanent ? 'refused' : 'deferred')
  if (error.command !== 'MAIL FROM') return as('transport')
  // A server that refuses the sender refuses every message.
  if (isPermanent) return as(code === ABOUT_SIZE ? 'refused' : 'transport')
  return as('deferred')
}

const toRefused = (error: SmtpError): RefusedRecipient => ({
  address: error.recipient ?? '',
  code: error.responseCode ?? 550,
  reply: short(error.response ?? error.message),
})

const toEnvelope = ({ id, from, to }: Envelope, bytes: Uint8Array) => ({
  from,
  to: [...to],
  size: bytes.length,
  dsn: { envid: id, ret: 'HDRS', notify: 'FAILURE' },
})

const authOf = (auth: NonNullable<MailServer['auth']>) =>
  auth.kind === 'password'
    ? { user: auth.username, pass: auth.password }
    : { user: auth.username, pass: auth.token, method: 'XOAUTH2' }

/** XOAUTH2 with a token that the guarded client fetched. */
async function bearer(context: SMTPConnection.CustomAuthenticationContext): Promise<void> {
  const { user, pass } = context.auth.credentials
  const text = `user=${user}\u0001auth=Bearer ${pass}\u0001\u0001`
  const first = await context.sendCommand(`AUTH XOAUTH2 ${Buffer.from(text).toString('base64')}`)
  // 334 has the reason; the empty line asks for the final answer.
  const last = first.status === 334 ? await context.sendCommand('') : first
  if (last.status >= 200 && last.status < 300) return context.resolve()
  const error = new Error('The server refused to sign in.')
  throw Object.assign(error, {
    responseCode: last.status,
    response: last.response,
    command: 'AUTH',
  })
}

/** Closes the connection if it takes too long or the job must stop. */
function limited<T>(
  connection: SMTPConnection,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (message: string) => {
      reject(new Error(message))
      connection.close()
    }
    const cancel = after(MESSAGE_MS, () => stop('The server took too long.'))
    const aborted = () => stop('The service stopped.')
    signal.addEventListener('abort', aborted)
    connection.on('error', reject)
    run()
      .then(resolve, reject)
      .finally(() => {
        cancel()
        signal.removeEventListener('abort', aborted)
      })
  })
}

const called = <T>(run: (done: (error: Error | null, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) =>
    run((error, value) => (error ? reject(error) : resolve(value as T))),
  )

const codeOf = (reply: string): number | null => Number(/^\d{3}/.exec(reply)?.[0]) || null

/** Text that any database can store. */
const short = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .toWellFormed()
    .slice(0, REPLY_LENGTH_MAX)

/** Commands that contain no secret. */
const OPEN_COMMAND = /^(EHLO|HELO|STARTTLS|MAIL|RCPT|DATA|RSET|QUIT)\b/

function recordDialogue(now: () => number) {
  const steps: { command: string; reply: string; ms: number; startMs: number }[] = []
  steps.push({ command: 'CONNECT', reply: '', ms: 0, startMs: now() })
  const log = (entry: unknown, ...texts: readonly unknown[]): void => {
    const { tnx } = entry as { readonly tnx?: string }
    const text = texts.map(String).join(' ')
    if (tnx === 'client')
      steps.push({
        command: OPEN_COMMAND.test(text) ? short(text) : 'AUTH …',
        reply: '',
        ms: 0,
        startMs: now(),
      })
    const last = steps.at(-1)
    if (tnx !== 'server' || !last) return
    last.reply = short(last.reply === '' ? text : `${last.reply}\n${text}`)
    last.ms = Math.max(0, now() - last.startMs)
  }
  const logger = {
    level: () => {},
    trace: log,
    debug: log,
    info: log,
    warn: log,
    error: log,
    fatal: log,
  }
  return {
    logger,
    steps: (): readonly SmtpStep[] => steps.map(({ startMs: _, ...step }) => step),
  }
}
