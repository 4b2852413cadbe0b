import { type ENGINES, startTestApp, type TestApp } from '../harness.ts'

/** A stand-in of this folder. */
interface Played {
  readonly host: string
  readonly origin: string
  close(): Promise<void>
}

/** Lets a service reach stand-ins, each by its kind of provider. */
export const reaching = (played: Readonly<Record<string, Pick<Played, 'host' | 'origin'>>>) => ({
  OUTBOUND_ALLOW: Object.values(played)
    .map(({ host }) => host)
    .join(),
  PAYMENT_ORIGINS: Object.entries(played)
    .map(([kind, { origin }]) => `${kind}=${origin}`)
    .join(),
})

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
  const app = await startTestApp(engine, { ...reaching({ [body.kind]: played }), ...env })
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
