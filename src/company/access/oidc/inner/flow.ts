import { type Clock, instantAfter } from '../../../../platform/clock.ts'
import { newSecret } from '../../../../platform/ids.ts'
import { sealUntil, unsealInTime } from '../../sign-in/inner/sealed.ts'

/** Binds the provider's response to the browser and the sign-in that requested it. */
export interface OidcFlow {
  /** Returned with the response; a response in another browser is refused. */
  readonly state: string
  /** Returned in the signed token; a token of another sign-in is refused. */
  readonly nonce: string
  /**
   * Proves to the provider that the client that redeems the code is the one that requested it
   * (PKCE, RFC 7636).
   */
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
