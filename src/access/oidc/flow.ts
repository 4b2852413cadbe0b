import { type Clock, instantAfter } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { sealUntil, unsealInTime } from '../sign-in/sealed.ts'

/** Binds the answer of a provider to the browser and the sign-in that asked for it. */
export interface OidcFlow {
  /** Comes back with the answer; an answer to another browser is refused. */
  readonly state: string
  /** Comes back inside the signed token; a token of another sign-in is refused. */
  readonly nonce: string
  /** Proves to the provider that the same client asks and redeems the code (PKCE, RFC 7636). */
  readonly verifier: string
}

/** The provider refused, or the person canceled there. */
export class OidcDenied extends Error {}

/** Time that a person has to sign in at the provider. */
export const FLOW_SECONDS = 10 * 60
const PLACE = 'oidc_flow'

export const newFlow = (): OidcFlow => ({
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
})

export const writeFlow = (secret: string, flow: OidcFlow, clock: Clock): string =>
  sealUntil(secret, PLACE, { ...flow, expiresAt: instantAfter(clock, FLOW_SECONDS) })

/** Null: the browser began no sign-in, or it has expired. */
export const readFlow = (secret: string, sealed: string | null, clock: Clock): OidcFlow | null =>
  sealed === null ? null : unsealInTime<OidcFlow>(secret, PLACE, sealed, clock)
