import { type Origin, startOrigin } from '../src/company/templates/routes.testing.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type Receiver, startReceiver } from './webhook-receiver.ts'

/** What a service sends to and fetches from. */
export interface Servers {
  readonly receiver: Receiver
  readonly mail: MailServer
  readonly origin: Origin
  /** Lets a service reach them. */
  readonly env: { readonly OUTBOUND_ALLOW: string }
  close(): Promise<unknown>
}

export async function startServers(): Promise<Servers> {
  const [receiver, mail, origin] = await Promise.all([
    startReceiver(),
    startMailServer(),
    startOrigin(),
  ])
  return {
    receiver,
    mail,
    origin,
    env: { OUTBOUND_ALLOW: [receiver.host, `127.0.0.1:${mail.port}`, origin.host].join(',') },
    close: () => Promise.all([receiver.close(), mail.close(), origin.close()]),
  }
}
