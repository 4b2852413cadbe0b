import { type Clock, instantAfter } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { sealUntil, unsealInTime } from '../sign-in/sealed.ts'

/** What binds the answer of a provider to the browser that asked, and to its one question. */
export interface OidcFlow {
  /** Comes back with the answer: one that was begun in another browser is not taken. */
  readonly state: string
  /** Comes back inside the signed token: none of another sign-in is taken. */
  readonly nonce: string
  /** Proves to the provider that who redeems the code is who asked for it (PKCE, RFC 7636). */
  readonly verifier: string
}

/** The provider, or the person there, said no. */
export class OidcDenied extends Error {}

/** How long a person may take at the provider. */
export const FLOW_SECONDS = 10 * 60
const PLACE = 'oidc_flow'

export const newFlow = (): OidcFlow => ({
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
})

export const writeFlow = (secret: string, flow: OidcFlow, clock: Clock): string =>
  sealUntil(secret, PLACE, { ...flow, expiresAt: instantAfter(clock, FLOW_SECONDS) })

/** Null: the browser began nothing, or too long ago. */
export const readFlow = (secret: string, sealed: string | null, clock: Clock): OidcFlow | null =>
  sealed === null ? null : unsealInTime<OidcFlow>(secret, PLACE, sealed, clock)
