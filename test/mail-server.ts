import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** Of 127.0.0.1 and localhost, signed by itself, for tests alone. */
export const LOCAL_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNc/vT5GDaFoVE78+
MhTo6bRthGIYI9yDy1jDVOZJXamhRANCAAQY+zJDbRElB7Zbt6/rH9zOM2suhIlz
nZEsD6XYq8dWXxKhxsFPwBw2FU3282MPRWZ7Liio474Vzn60dDIAFWYB
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUbX4s/6bgK+EZdWhc565sZSHNfYowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxMDEzNFoYDzIxMjYxMDMw
MDEwMTM0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQY+zJDbRElB7Zbt6/rH9zOM2suhIlznZEsD6XYq8dWXxKhxsFPwBw2
FU3282MPRWZ7Liio474Vzn60dDIAFWYBo28wbTAdBgNVHQ4EFgQU3931h5T26woY
gDEO0XFl+ltN+jowHwYDVR0jBBgwFoAU3931h5T26woYgDEO0XFl+ltN+jowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOzlhdxk5UgpAcDyLgo5ogYIDwIQqBt95cavknWPX9CHAiEA
smNbmcuCOMGwM23RgwcnU2SbxneYmCkDy3+INBEbwW0=
-----END CERTIFICATE-----
`,
}

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly bytes: Buffer
}

/** How the server answers: a code and a text, or it ends the connection. */
export type MailAnswer = 'accept' | 'drop' | { readonly code: number; readonly text: string }

/** A mail server on a free port, with `user` and `secret`, which is also the token of OAuth 2. */
export interface MailServer {
  readonly port: number
  readonly url: string
  readonly received: ReceivedMail[]
  /** After the data; from now on. */
  onData: (mail: ReceivedMail) => MailAnswer | Promise<MailAnswer>
  onRecipient: (address: string) => MailAnswer
  onSender: () => MailAnswer
  password: string
  close(): Promise<void>
}

export interface MailServerOptions {
  /** None unless given. */
  readonly security?: 'tls' | 'starttls'
  /** Not unless given. */
  readonly hasSmtpUtf8?: boolean
  /** The address it listens on. */
  readonly host?: string
  /** Offers no AUTH. */
  readonly isWithoutSignIn?: boolean
  /** PEM; without it a certificate that nobody signed. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

export async function startMailServer({
  security,
  certificate,
  hasSmtpUtf8 = false,
  isWithoutSignIn = false,
  host = '127.0.0.1',
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Map<string, Socket>()
  const fail = ({ code, text }: { readonly code: number; readonly text: string }) =>
    Object.assign(new Error(text), { responseCode: code })
  const settle = (
    answer: MailAnswer,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ) => {
    if (answer === 'accept') return done()
    if (answer !== 'drop') return done(fail(answer))
    for (const socket of sockets.values())
      if (socket.remotePort === session.remotePort) socket.destroy()
  }
  const server = new SMTPServer({
    authOptional: true,
    secure: security === 'tls',
    hideSMTPUTF8: !hasSmtpUtf8,
    disabledCommands: [
      ...(isWithoutSignIn ? ['AUTH'] : []),
      ...(security === 'starttls' ? [] : ['STARTTLS']),
    ],
    hideSTARTTLS: security !== 'starttls',
    ...certificate,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 200,
    onAuth: ({ username, password, accessToken }, _session, done) =>
      username === 'user' && (accessToken ?? password) === self.password
        ? done(null, { user: 'user' })
        : done(fail({ code: 535, text: 'Wrong password' })),
    onMailFrom: (_address, session, done) => settle(self.onSender(), session, done),
    onRcptTo: ({ address }, session, done) => settle(self.onRecipient(address), session, done),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const mail = {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          bytes: Buffer.concat(chunks),
        }
        received.push(mail)
        void Promise.resolve(self.onData(mail)).then((answer) => settle(answer, session, done))
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    const key = `${socket.remotePort}`
    sockets.set(key, socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(key))
  })
  server.listen(0, host)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const self: MailServer = {
    port,
    url: `smtp://user:secret@127.0.0.1:${port}?security=none`,
    received,
    onData: () => 'accept',
    onRecipient: () => 'accept',
    onSender: () => 'accept',
    password: 'secret',
    async close() {
      // Below TLS a socket is left to the server: destroying it ends the whole process.
      if (security !== 'tls') for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
  return self
}

/** What a mail server writes about a message that did not arrive (RFC 3464). */
export const reportOf = (messageId: string) =>
  [
    'From: MAILER-DAEMON@mx.example.org',
    'To: billing@nord.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not arrive.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    'Final-Recipient: rfc822; desk@fernweh.example',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'From: billing@nord.example',
    `Message-ID: ${messageId}`,
    '',
    '--b--',
    '',
  ].join('\r\n')
