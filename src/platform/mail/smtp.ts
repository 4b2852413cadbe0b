import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { AppError } from '../../kernel/errors.ts'
import { after } from '../clock.ts'
import { NO_ADDRESS } from '../outbound/dial.ts'
import { addressLiteral, type MailDialer, type MailHost } from '../outbound/mail.ts'
import { isSameAddress, needsSmtpUtf8, toAsciiAddress } from './address.ts'
import { SMTP_FAULTS, type SmtpFault, saidFault } from './smtp-faults.ts'

export type MailSecurity = 'tls' | 'starttls' | 'none'

export interface MailServer extends MailHost {
  readonly security: MailSecurity
  readonly auth:
    | { readonly kind: 'password'; readonly username: string; readonly password: string }
    | { readonly kind: 'token'; readonly username: string; readonly token: string }
    | null
  /** Full host name of this service in EHLO; null: the address of the connection. */
  readonly name: string | null
}

interface Envelope {
  /** Also the ENVID of delivery status reports. */
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
}

interface RefusedRecipient {
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

interface SmtpDeps {
  readonly dialer: MailDialer
  readonly now: () => number
}

interface Sending {
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
/** Mailbox full, or the message is too large: a fault of this message, not of the sender. */
const ABOUT_SIZE = 552

/** Sends bytes once, over a new connection. It never throws. */
export async function sendBySmtp({ dialer, now }: SmtpDeps, sending: Sending): Promise<SmtpResult> {
  const { server, bytes, signal } = sending
  const envelope = toAsciiEnvelope(sending.envelope)
  const dialogue = recordDialogue(now)
  let hasBegun = false
  const message = new Readable({
    read() {
      hasBegun = true
      this.push(bytes)
      this.push(null)
    },
  })
  /** With the addresses as the caller wrote them. */
  const ended = (result: Omit<SmtpResult, 'steps'>): SmtpResult => ({
    ...result,
    refused: result.refused.map((it) => ({
      ...it,
      address: sending.envelope.to.find((to) => isSameAddress(to, it.address)) ?? it.address,
    })),
    steps: dialogue.steps(),
  })
  let connection: SMTPConnection | null = null
  try {
    const socket = await dialer.dial(server, signal)
    connection = new SMTPConnection({
      connection: socket,
      host: server.host,
      port: server.port,
      name: server.name ?? addressLiteral(socket),
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
      if (needsUtf8(envelope, bytes) && !dialogue.offers('SMTPUTF8'))
        throw new OwnFault('smtputf8_missing')
      return called<SMTPConnection.SentMessageInfo>((done) =>
        open.send(toEnvelope(envelope, bytes), message, done),
      )
    })
    connection.quit()
    const refused = rejectedErrors.map(toRefused)
    return ended({ outcome: 'accepted', code: codeOf(response), reply: short(response), refused })
  } catch (error) {
    connection?.close()
    return ended(judge(error, hasBegun))
  }
}

/** What we refuse ourselves, with no fault of the connection. */
class OwnFault extends Error {
  readonly fault: SmtpFault
  constructor(fault: SmtpFault) {
    super(SMTP_FAULTS[fault])
    this.fault = fault
  }
}

const toAsciiEnvelope = ({ id, from, to }: Envelope): Envelope => ({
  id,
  from: toAsciiAddress(from),
  to: to.map(toAsciiAddress),
})

/** Whether an address of the envelope, or of the header, is not ASCII before its @. */
function needsUtf8({ from, to }: Envelope, bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes).indexOf('\r\n\r\n')
  const header = bytes.subarray(0, end === -1 ? bytes.length : end)
  return [from, ...to].some(needsSmtpUtf8) || header.some((byte) => byte > 0x7f)
}

type Judged = Omit<SmtpResult, 'steps'>

interface SmtpError {
  readonly message: string
  readonly code?: string | undefined
  /** Of the system, where the client replaced it by its own. */
  readonly originalCode?: string | undefined
  readonly command?: string | undefined
  readonly response?: string | undefined
  readonly responseCode?: number | undefined
  readonly recipient?: string | undefined
  readonly rejectedErrors?: readonly SmtpError[] | undefined
}

function judge(thrown: unknown, hasBegun: boolean): Judged {
  const error = thrown as SmtpError
  const code = error.responseCode ?? null
  const fault = faultOf(thrown)
  const reply = short(fault ?? error.response ?? error.message)
  const as = (outcome: SmtpResult['outcome'], refused: Judged['refused'] = []): Judged => ({
    outcome,
    code,
    reply,
    refused,
  })
  if (thrown instanceof OwnFault) return as('refused')
  if (code === null) {
    if (error.code === 'EMESSAGE') return as('refused')
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

const CERTIFICATE_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
const CERTIFICATE_TIME = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']
const CERTIFICATE = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|PATH_LENGTH_|HOSTNAME_)/
/** Replies to AUTH of a server that has no such command, or no such method (RFC 4954). */
const SIGN_IN_UNKNOWN = [500, 501, 502, 503, 504]

/** Our words for a fault that no answer of the server names; null: the server says it. */
function faultOf(thrown: unknown): string | null {
  if (thrown instanceof OwnFault) return saidFault(thrown.fault)
  if (thrown instanceof AppError) return saidFault(faultOfDial(thrown))
  const { code, originalCode, command = '', responseCode, response, message } = thrown as SmtpError
  if (command === 'STARTTLS') return saidFault('starttls_missing', response ?? message)
  if (command.startsWith('AUTH') && SIGN_IN_UNKNOWN.includes(responseCode ?? 0))
    return saidFault('sign_in_missing', response)
  if (responseCode !== undefined) return null
  if (code === 'EMESSAGE') return saidFault('message_too_large')
  const system = originalCode ?? code ?? ''
  if (system === CERTIFICATE_NAME) return saidFault('certificate_name', message)
  if (CERTIFICATE_TIME.includes(system)) return saidFault('certificate_expired', message)
  // Node adds advice for developers.
  if (CERTIFICATE.test(system)) return saidFault('certificate_untrusted', message.split(';')[0])
  if (code === 'ETIMEDOUT' || system === 'ETIMEDOUT') return saidFault('timed_out')
  if (code === 'ETLS' || /^(ERR_SSL_|EPROTO$)/.test(system)) return saidFault('tls_failed', message)
  if (code === 'ECONNECTION' || ['ECONNRESET', 'EPIPE'].includes(system))
    return saidFault('connection_lost')
  return null
}

/** Faults before there is a connection. They name no address that DNS gave. */
function faultOfDial(error: AppError): SmtpFault {
  if (error.code === 'url_refused') return 'address_not_allowed'
  if (error.code === 'upstream_timeout') return 'timed_out'
  const { code = '', message = '' } = (error.cause ?? {}) as Partial<SmtpError>
  if (code === 'ENOTFOUND' || code === 'ENODATA' || message === NO_ADDRESS) return 'host_unknown'
  if (code === 'EAI_AGAIN' || code === 'ESERVFAIL') return 'dns_unavailable'
  if (code === 'ETIMEDOUT') return 'timed_out'
  return code === 'ECONNREFUSED' ? 'connection_refused' : 'host_unreachable'
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
    const stop = (error: Error) => {
      reject(error)
      connection.close()
    }
    const late = Object.assign(new Error('The server took too long.'), { code: 'ETIMEDOUT' })
    const cancel = after(MESSAGE_MS, () => stop(late))
    const aborted = () => stop(new Error('The service stopped.'))
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
  let isEhlo = false
  let extensions = ''
  steps.push({ command: 'CONNECT', reply: '', ms: 0, startMs: now() })
  const log = (entry: unknown, ...texts: readonly unknown[]): void => {
    const { tnx } = entry as { readonly tnx?: string }
    const text = texts.map(String).join(' ')
    if (tnx === 'client') {
      isEhlo = text.startsWith('EHLO')
      if (isEhlo) extensions = ''
      steps.push({
        command: OPEN_COMMAND.test(text) ? short(text) : 'AUTH …',
        reply: '',
        ms: 0,
        startMs: now(),
      })
    }
    const last = steps.at(-1)
    if (tnx !== 'server' || !last) return
    if (isEhlo) extensions += `${text}\n`
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
    /** Whether the last answer to EHLO names an extension. */
    offers: (extension: string): boolean =>
      new RegExp(`^250[ -]${extension}\\b`, 'im').test(extensions),
    steps: (): readonly SmtpStep[] => steps.map(({ startMs: _, ...step }) => step),
  }
}
