import { type Clock, instantAfter } from '../../platform/clock.ts'
import { newSecret } from '../../platform/ids.ts'
import { seal, unseal } from '../../platform/seal.ts'

/** What binds the answer of a provider to the browser that asked, and to its one question. */
export interface OidcFlow {
  /** Comes back with the answer: one that was begun in another browser is not taken. */
  readonly state: string
  /** Comes back inside the signed token: none of another sign-in is taken. */
  readonly nonce: string
  /** Proves to the provider that who redeems the code is who asked for it (PKCE, RFC 7636). */
  readonly verifier: string
}

/** As long as somebody may take at the provider. */
export const FLOW_SECONDS = 10 * 60
const PLACE = 'oidc_flow'

export const newFlow = (): OidcFlow => ({
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
})

export const writeFlow = (secret: string, { state, nonce, verifier }: OidcFlow, clock: Clock) =>
  seal(secret, PLACE, [state, nonce, verifier, instantAfter(clock, FLOW_SECONDS)].join(' '))

/** Null: the browser began nothing, or too long ago. */
export function readFlow(secret: string, sealed: string | null, clock: Clock): OidcFlow | null {
  const parts = sealed === null ? null : unseal(secret, PLACE, sealed)?.split(' ')
  const [state, nonce, verifier, expiresAt] = parts ?? []
  if (!state || !nonce || !verifier || !expiresAt) return null
  return expiresAt > instantAfter(clock, 0) ? { state, nonce, verifier } : null
}
