import { generateKeyPair } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { promisify } from 'node:util'
import { isVerifiedBy } from '../../../company/access/company-access.ts'
import { toHost } from '../../../company/access/domains/domain.ts'
import { isOwner } from '../../../company/access/people/people.ts'
import { currentSettings } from '../../../company/settings/read.ts'
import type { Settings } from '../../../company/settings/settings.ts'
import { FIRST_COMPANY } from '../../../core/companies/company.ts'
import { hasSeveralCompanies } from '../../../core/companies/directory.ts'
import { checkIfMatch, etagOf } from '../../../core/http/etag.ts'
import { type App, onePerApp } from '../../../core/record/app.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { type AppError, invalidRequest } from '../../../kernel/errors.ts'
import { email } from '../../../kernel/fields/rules.ts'
import { dayOf, instant } from '../../../platform/clock.ts'
import type { MailConfig } from '../../../platform/config.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { newId } from '../../../platform/ids.ts'
import { domainOfAddress, isSameAddress } from '../../../platform/mail/address.ts'
import { buildMime, type DkimKey } from '../../../platform/mail/mime.ts'
import { type MailServer, type SmtpResult, sendBySmtp } from '../../../platform/mail/smtp.ts'
import { saidFault } from '../../../platform/mail/smtp-faults.ts'
import { parseAllowances } from '../../../platform/outbound/allow.ts'
import {
  createMailDialer,
  isNamedMailHost,
  type MailDialer,
  mailTarget,
} from '../../../platform/outbound/mail.ts'
import { checkUrl } from '../../../platform/outbound/policy.ts'
import { OPERATORS_ONLY } from '../cause.ts'
import { mailNotConfigured, mailRefused, transportFromEnvironment } from '../inner/errors.ts'
import { mailHtml } from '../inner/layout.ts'
import { enqueueMessages } from '../inner/outbox/queue.ts'
import { findWaitingSince, listDue } from '../inner/repository.ts'
import { type Box, messageIdOf } from '../message.ts'
import { type CheckRow, checkSender, dkimName, isDkimRecord } from './inner/check.ts'
import * as paceRepository from './inner/repository.ts'
import {
  findDkimKey,
  findTransport,
  lockTransport,
  saveDkimKey,
  saveTransport,
} from './inner/repository.ts'
import type { TransportBody } from './inner/schema.ts'
import type { Dkim, StoredTransport, Transport, TransportSecrets } from './inner/transport.ts'

export interface TransportView {
  readonly stored: StoredTransport
  readonly source: 'settings' | 'environment' | 'demo' | null
}

/** `replyTo` is the company's own address where the operator's address takes its place. */
export interface Sender {
  readonly from: Box
  readonly replyTo: Box | null
}

/** Why the whole outbox waits. */
interface TransportProblem {
  readonly since: string
  readonly code: string
  readonly detail: string
}

const problemOf = (code: string, since: string, detail: string): TransportProblem => ({
  since,
  code,
  detail,
})

/** Valid for one version of the transport; a new refresh token does not change the version. */
interface Token {
  readonly version: number
  readonly token: string
  readonly untilMs: number
}

const TOKEN_BYTES_MAX = 64 * 1024
const TOKEN_MARGIN_MS = 60_000
const RECORD_KEPT_MS = 10 * 60_000
const KEY_BITS = 2048
/** Messages that are sent as soon as there is a mail server; the sweep finds the others. */
const WOKEN_MAX = 100

export const transportEtag = ({ version }: Pick<StoredTransport, 'version'>): string =>
  etagOf('mail-transport', version)
export { findPace } from './inner/repository.ts'

const tokensOf = onePerApp(() => new Map<CompanyId, Token>())

const dkimSeenOf = onePerApp(
  () => new Map<string, { readonly isSeen: boolean; readonly atMs: number }>(),
)

const nameOf = onePerApp((app) => toFullName(new URL(app.publicUrl).hostname))

/** MAIL_FROM, else the account of SMTP_URL if that is an address. */
const operatorsAddressOf = onePerApp(
  (app) =>
    app.config.mail?.from?.address ??
    (app.config.mail?.username?.includes('@') ? app.config.mail.username : null),
)

export async function getTransport(work: ReadWork): Promise<TransportView> {
  const stored = await findTransport(work)
  return { stored, source: sourceOf(work, stored) }
}

/** Whether messages can be sent. */
export async function isTransportReady(work: ReadWork): Promise<boolean> {
  return sourceOf(work, await findTransport(work)) !== null
}

/**
 * Whether a link to an account may be sent, because the operator of the mail server can read
 * it. With several companies only over the installation's server; to an owner only over a
 * server that an owner set.
 */
export async function mayCarryAccounts(
  work: ReadWork,
  { isForOwner }: { readonly isForOwner: boolean },
) {
  if (work.app.config.mail !== null) return true
  if (await hasSeveralCompanies(work.app.directory, work.db)) return false
  const stored = await findTransport(work)
  const source = sourceOf(work, stored)
  return source === 'demo' || (source === 'settings' && (stored.isOwners || !isForOwner))
}

/** Why messages are not sent, if a person must act. */
export async function transportProblem(work: ReadWork): Promise<TransportProblem | null> {
  const pace = await paceRepository.findPace(work)
  const { failingSince, lastError } = pace
  if (failingSince !== null)
    return problemOf('mail_server_failing', failingSince, lastError ?? 'It does not answer.')
  const since = await findWaitingSince(work, work.at)
  if (since === null) return null
  const { code, message } = mailNotConfigured()
  if (!(await isTransportReady(work))) return problemOf(code, since, message)
  const current = await currentSettings(work)
  if ((await mailSenderOf(work, mailFromOf(work, current))) === null)
    return problemOf('mail_sender_missing', since, 'Messages have no sender. Set one.')
  if (current.mailPaused || pace.day <= dayOf(work.at, current.timeZone)) return null
  const detail = `Today's ${current.mailPerDay} messages are sent. The others leave tomorrow.`
  return problemOf('mail_day_full', since, detail)
}

export function putTransport(
  work: ReadWork,
  { body, ifMatch }: { readonly body: TransportBody; readonly ifMatch: string | undefined },
): Promise<TransportView> {
  return transaction(work, async (work) => {
    requireOwn(work)
    const before = await lockTransport(work)
    checkIfMatch(ifMatch, transportEtag(before))
    const { transport, secrets } = toTransport(body, before, dialerOf(work.app))
    const version = before.version + 1
    const isOwners = await isOwner(work)
    const stored = { version, transport, secrets, isOwners, updatedAt: work.at }
    await saveTransport(work, stored)
    const pace = await paceRepository.lockPace(work)
    await paceRepository.savePace(work, { ...pace, ...AT_EASE })
    const due = await listDue(work, work.at, WOKEN_MAX)
    if (due.length > 0) await enqueueMessages(work, due)
    return { stored, source: 'settings' as const }
  })
}

export function deleteTransport(work: ReadWork, ifMatch: string | undefined): Promise<void> {
  return transaction(work, async (work) => {
    requireOwn(work)
    const before = await lockTransport(work)
    checkIfMatch(ifMatch, transportEtag(before))
    const version = before.version + 1
    const none = { transport: null, secrets: {}, isOwners: false }
    await saveTransport(work, { ...none, version, updatedAt: work.at })
    await saveDkimKey(work, null)
  })
}

/** Sends a real message now. Throws 502 with the dialogue unless the server answered 250. */
export async function testTransport(work: ReadWork, to: string): Promise<SmtpResult> {
  checkAddress(to, '/to')
  const current = await currentSettings(work)
  const sender = await mailSenderOf(work, mailFromOf(work, current))
  const { source } = await getTransport(work)
  if (sender === null || source === null) throw mailNotConfigured()
  const { from, replyTo } = sender
  const id = newId('msg')
  const date = instant(work.app.clock)
  const words = `This is a test message from ${current.companyName || 'Billwright'}. Your mail server works.`
  const html = mailHtml({
    language: 'en',
    text: words,
    link: null,
    accentColor: current.accentColor,
    sender: current.companyName,
    logo: null,
  })
  const bytes = await buildMime(
    {
      id,
      messageId: messageIdOf(id, from.address),
      inReplyTo: null,
      date,
      from,
      replyTo,
      to: [{ name: null, address: to }],
      cc: [],
      subject: 'Test message',
      text: words,
      html,
      logo: null,
      attachments: [],
      isAutomatic: true,
    },
    await dkimKeyOf(work),
  )
  const { signal } = new AbortController()
  const result = await sendMail(work, { id, from: from.address, to: [to], bytes, signal })
  if (result.outcome === 'accepted') return result
  throw mailRefused(result.reply, result.steps)
}

export async function checkTransport(work: ReadWork): Promise<readonly CheckRow[]> {
  const stored = await findTransport(work)
  const { transport } = stored
  const sender = await mailSenderOf(work, mailFromOf(work, await currentSettings(work)))
  return checkSender(
    {
      from: sender?.from.address ?? null,
      envelopeFrom:
        environmentFor(work, stored) === null ? (transport?.envelopeFrom ?? null) : null,
      dkim: transport?.dkim ?? null,
      security: environmentFor(work, stored)?.security ?? transport?.security ?? null,
    },
    work.app.mailRecords,
  )
}

/** Creates a key and stores the private half encrypted. */
export async function makeDkim(
  work: ReadWork,
  { domain, selector }: Pick<Dkim, 'domain' | 'selector'>,
): Promise<Dkim> {
  requireOwn(work)
  const host = toHost(domain)
  if (host === null)
    throw fault('/domain', 'wrong_format', 'Wrong format: use a domain such as example.org.')
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
  const dkim = { domain: host, selector: selector.toLowerCase(), record }
  return transaction(work, async (work) => {
    const before = await lockTransport(work)
    if (before.transport === null) throw mailNotConfigured()
    const transport = { ...before.transport, dkim }
    const version = before.version + 1
    await saveTransport(work, { ...before, version, transport, updatedAt: work.at })
    await saveDkimKey(work, privateKey)
    return dkim
  })
}

/** MAIL_FROM applies only to the first company. */
export function mailFromOf(work: ReadWork, current: Settings): Box | null {
  const usual = work.companyId === FIRST_COMPANY ? work.app.config.mail?.from : null
  const address = current.mailFrom.address ?? usual?.address ?? current.companyEmail
  const own = current.mailFrom.name ?? usual?.name ?? current.companyName
  return address === null ? null : { name: own === '' ? null : own, address }
}

/** The sender over the mail server that takes the message; null: there is none. */
export async function mailSenderOf(
  work: ReadWork,
  wanted: Box | null,
  { isOfAccount = false } = {},
): Promise<Sender | null> {
  if (wanted === null || work.app.config.mail === null)
    return wanted && { from: wanted, replyTo: null }
  const isOperators = isOfAccount || environmentFor(work, await findTransport(work)) !== null
  const isShared = isOperators && (await hasSeveralCompanies(work.app.directory, work.db))
  if (!isShared || (await mayUse(work, wanted.address))) return { from: wanted, replyTo: null }
  const address = operatorsAddressOf(work.app)
  if (address === null) return null
  return { from: { name: wanted.name, address }, replyTo: wanted }
}

/** Sends bytes once; an error before the connection is a transport fault. */
export async function sendMail(
  work: ReadWork,
  { id, from, to, bytes, signal, isOfAccount = false }: Outgoing,
): Promise<SmtpResult> {
  const stored = await findTransport(work)
  const isOperatorsOnly = isOfAccount && (await hasSeveralCompanies(work.app.directory, work.db))
  const failed = (reply: string): SmtpResult => ({
    outcome: 'transport',
    code: null,
    reply,
    refused: [],
    steps: [],
  })
  try {
    if (isOperatorsOnly && work.app.config.mail === null)
      return { ...failed(OPERATORS_ONLY), outcome: 'refused' }
    const server = await serverOf(work, stored, isOperatorsOnly)
    if (server === null) {
      if (work.app.mailSink === null) return failed('No mail server is set up.')
      work.app.mailSink.take(bytes)
      return {
        outcome: 'accepted',
        code: 250,
        reply: '250 Kept for the demo',
        refused: [],
        steps: [],
      }
    }
    const isOperators = isOperatorsOnly || environmentFor(work, stored) !== null
    const own = isOperators ? null : stored.transport?.envelopeFrom
    const envelope = { id, from: own ?? from, to }
    return await sendBySmtp(
      { dialer: dialerOf(work.app), now: () => work.app.clock.now() },
      { server, envelope, bytes, signal },
    )
  } catch (error) {
    return failed(saidFault('token_refused', error instanceof Error ? error.message : undefined))
  }
}

/** Signing starts when the record is found, so that every signature can be verified. */
export async function dkimKeyOf(work: ReadWork): Promise<DkimKey | null> {
  const { transport } = await findTransport(work)
  const dkim = transport?.dkim
  if (!dkim || !(await isSeen(work.app, dkim))) return null
  const privateKey = await findDkimKey(work)
  return privateKey === null ? null : { domain: dkim.domain, selector: dkim.selector, privateKey }
}

/** Whether a company may send from an address over the mail server of all companies. */
async function mayUse(work: ReadWork, address: string): Promise<boolean> {
  const operators = operatorsAddressOf(work.app)
  if (operators !== null && isSameAddress(address, operators)) return true
  const domain = domainOfAddress(address)
  if (domain === null) return false
  const isOperators =
    work.companyId === FIRST_COMPANY &&
    domain === domainOfAddress(work.app.config.mail?.from?.address)
  return isOperators || isVerifiedBy(work, domain)
}

/** SMTP_URL applies to the first company, and to others without a mail server. */
function environmentFor(work: ReadWork, { transport }: StoredTransport): MailConfig | null {
  return work.companyId === FIRST_COMPANY || transport === null ? work.app.config.mail : null
}

function sourceOf(work: ReadWork, stored: StoredTransport): TransportView['source'] {
  const { transport } = stored
  if (environmentFor(work, stored) !== null) return 'environment'
  if (transport !== null) return 'settings'
  return work.app.mailSink === null ? null : 'demo'
}

async function tokenOf(
  work: ReadWork,
  { transport, secrets, version }: StoredTransport,
): Promise<string> {
  const auth = transport?.auth
  if (auth?.kind !== 'oauth2') throw new Error('Only OAuth 2 has tokens.')
  const known = tokensOf(work.app).get(work.companyId)
  if (known?.version === version && known.untilMs > work.app.clock.now()) return known.token
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: auth.clientId,
    ...(secrets.clientSecret ? { client_secret: secrets.clientSecret } : {}),
    refresh_token: secrets.refreshToken ?? '',
  })
  const answer = await work.app.outbound.send({
    url: auth.tokenUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
    limitBytes: TOKEN_BYTES_MAX,
    redirects: 0,
  })
  const given = JSON.parse(Buffer.from(answer.body).toString('utf8')) as {
    readonly access_token?: unknown
    readonly expires_in?: unknown
    readonly refresh_token?: unknown
  }
  if (answer.status !== 200 || typeof given.access_token !== 'string')
    throw new Error(`The token address answered with status ${answer.status}.`)
  const seconds = typeof given.expires_in === 'number' ? given.expires_in : 0
  tokensOf(work.app).set(work.companyId, {
    version,
    token: given.access_token,
    untilMs: work.app.clock.now() + seconds * 1000 - TOKEN_MARGIN_MS,
  })
  if (typeof given.refresh_token === 'string' && given.refresh_token !== secrets.refreshToken)
    await keepRefreshToken(work, given.refresh_token)
  return given.access_token
}

/** Some providers replace the refresh token at each use. */
function keepRefreshToken(work: ReadWork, refreshToken: string) {
  return transaction(work, async (work) => {
    const stored = await lockTransport(work)
    await saveTransport(work, { ...stored, secrets: { ...stored.secrets, refreshToken } })
  })
}

async function serverOf(work: ReadWork, stored: StoredTransport, isOperatorsOnly: boolean) {
  const { transport, secrets } = stored
  const given = isOperatorsOnly ? work.app.config.mail : environmentFor(work, stored)
  if (given !== null) {
    const { host, port, security, username, password } = given
    const auth =
      username === null ? null : { kind: 'password' as const, username, password: password ?? '' }
    return {
      host,
      port,
      security,
      auth,
      isOperators: true,
      name: nameOf(work.app),
    } satisfies MailServer
  }
  if (transport === null) return null
  const { host, port, security } = transport
  const server = { host, port, security, isOperators: false, name: nameOf(work.app) }
  const { auth } = transport
  if (auth === null) return { ...server, auth: null }
  if (auth.kind === 'password') {
    const { username } = auth
    return { ...server, auth: { kind: auth.kind, username, password: secrets.password ?? '' } }
  }
  const token = await tokenOf(work, stored)
  return { ...server, auth: { kind: 'token' as const, username: auth.username, token } }
}

async function isSeen(app: App, dkim: Dkim): Promise<boolean> {
  const known = dkimSeenOf(app).get(dkim.record)
  if (known && app.clock.now() - known.atMs < RECORD_KEPT_MS) return known.isSeen
  const found = await app.mailRecords.txt(dkimName(dkim)).catch(() => null)
  const isFound = found === null ? (known?.isSeen ?? false) : isDkimRecord(dkim, found)
  dkimSeenOf(app).set(dkim.record, { isSeen: isFound, atMs: app.clock.now() })
  return isFound
}

function requireOwn({ companyId, app }: ReadWork): void {
  if (app.config.mail !== null && companyId === FIRST_COMPANY) throw transportFromEnvironment()
}

interface Outgoing {
  readonly id: string
  readonly from: string
  readonly to: readonly string[]
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
  /** Its link opens the account of a person, who may also belong to other companies. */
  readonly isOfAccount?: boolean
}

/** Clears the fault of the server until the next attempt. */
export const AT_EASE = { failures: 0, failingSince: null, waitsUntil: null, lastError: null }

/** The transport in a request. An omitted secret keeps its value for the same user. */
function toTransport(
  body: TransportBody,
  before: StoredTransport,
  { allow }: MailDialer,
): Pick<StoredTransport, 'transport' | 'secrets'> {
  const { host, port, security } = body
  const server = { host: toAsciiHost(host.trim().toLowerCase()), port, isOperators: false }
  mailTarget(server, allow)
  if (security === 'none' && !isNamedMailHost(server, allow))
    throw fault('/security', 'tls_required', 'Without TLS only hosts that OUTBOUND_ALLOW names.')
  const envelopeFrom = body.envelope_from?.trim() || null
  if (envelopeFrom !== null) checkAddress(envelopeFrom, '/envelope_from')
  const auth = toAuth(body)
  if (auth?.kind === 'oauth2') checkUrl(auth.tokenUrl, allow)
  const isSameUser =
    before.transport?.auth?.username === auth?.username &&
    before.transport?.auth?.kind === auth?.kind &&
    before.transport?.host === server.host
  const kept = isSameUser ? before.secrets : {}
  return {
    transport: {
      host: server.host,
      port,
      security,
      auth,
      envelopeFrom,
      dkim: before.transport?.dkim ?? null,
    },
    secrets: auth === null ? {} : secretsOf(body, kept),
  }
}

function toAuth({ auth }: TransportBody): Transport['auth'] {
  if (!auth) return null
  if (auth.kind === 'password') return { kind: 'password', username: auth.username }
  const { username, client_id: clientId, token_url: tokenUrl } = auth
  return { kind: 'oauth2', username, clientId, tokenUrl }
}

function secretsOf({ auth }: TransportBody, kept: TransportSecrets): TransportSecrets {
  if (!auth) return {}
  if (auth.kind === 'password') {
    const password = auth.password ?? kept.password
    if (password === undefined) throw fault('/auth/password', 'required', 'A password is needed.')
    return { password }
  }
  const refreshToken = auth.refresh_token ?? kept.refreshToken
  const clientSecret = auth.client_secret ?? kept.clientSecret
  if (refreshToken === undefined)
    throw fault('/auth/refresh_token', 'required', 'A refresh token is needed.')
  return { refreshToken, ...(clientSecret === undefined ? {} : { clientSecret }) }
}

function checkAddress(address: string, pointer: string): void {
  try {
    email(address)
  } catch {
    throw fault(pointer, 'wrong_format', 'Wrong format: use an e-mail address.')
  }
}

/** An ASCII host stays as it is, so that its check sees numbers that the URL parser would rewrite. */
const toAsciiHost = (host: string): string =>
  /[^\0-\x7f]/.test(host) ? domainToASCII(host) || host : host

/** A name for EHLO (RFC 5321 §4.1.1.1): one with a domain; null: none is known. */
function toFullName(hostname: string): string | null {
  const name = hostname.replace(/\.$/, '')
  return /^([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(name) ? name : null
}

const fault = (pointer: string, code: string, message: string): AppError =>
  invalidRequest([{ pointer, code, message }])

const dialerOf = onePerApp(({ config }) =>
  createMailDialer({ allow: parseAllowances(config.outboundAllow) }),
)
