import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

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
  /** PEM; without it a certificate that nobody signed. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

export async function startMailServer({
  security,
  certificate,
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
  server.listen(0, '127.0.0.1')
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
