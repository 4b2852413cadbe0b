import { type ENGINES, startTestApp, type TestApp } from '../harness.ts'

/** A stand-in of this folder. */
interface Played {
  readonly host: string
  readonly origin: string
  close(): Promise<void>
}

export interface PlayedApp<P extends Played> {
  readonly app: TestApp
  readonly played: P
  /** The id of the provider. */
  readonly provider: string
  close(): Promise<void>
}

/** An app that calls the stand-in, with a provider in its company. */
export async function startWithProvider<P extends Played>(
  engine: (typeof ENGINES)[number],
  play: () => Promise<P>,
  body: object & { readonly kind: string; readonly api_key: string },
  env: Readonly<Record<string, string>> = {},
): Promise<PlayedApp<P>> {
  const played = await play()
  const app = await startTestApp(engine, {
    OUTBOUND_ALLOW: played.host,
    PAYMENT_ORIGINS: `${body.kind}=${played.origin}`,
    ...env,
  })
  const made = await app.call('POST', '/payment-providers', { label: body.kind, ...body })
  if (made.statusCode !== 201) throw new Error(made.body)
  return {
    app,
    played,
    provider: made.json().id,
    close: async () => {
      await app.close()
      await played.close()
    },
  }
}
