import { type Origin, startOrigin } from '../src/company/templates/routes.testing.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PlayedStripe, playStripe } from './providers/stripe.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** What a service sends to and fetches from. */
export interface Servers {
  readonly receiver: Receiver
  readonly mail: MailServer
  readonly origin: Origin
  readonly stripe: PlayedStripe
  /** Lets a service reach them. */
  readonly env: Readonly<Record<'OUTBOUND_ALLOW' | 'PAYMENT_ORIGINS', string>>
  close(): Promise<unknown>
}

export async function startServers(): Promise<Servers> {
  const [receiver, mail, origin, stripe] = await Promise.all([
    startReceiver(),
    startMailServer(),
    startOrigin(),
    playStripe(),
  ])
  return {
    receiver,
    mail,
    origin,
    stripe,
    env: {
      OUTBOUND_ALLOW: [receiver.host, `127.0.0.1:${mail.port}`, origin.host, stripe.host].join(','),
      PAYMENT_ORIGINS: `stripe=${stripe.origin}`,
    },
    close: () => Promise.all([receiver, mail, origin, stripe].map((it) => it.close())),
  }
}
