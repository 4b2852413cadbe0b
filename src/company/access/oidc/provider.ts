import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import type { Clock } from '../../../platform/clock.ts'
import type { OidcConfig } from '../../../platform/config.ts'
import type { OutboundClient } from '../../../platform/outbound/client.ts'
import { OidcDenied, type OidcFlow } from './inner/flow.ts'

/** The claims of a provider about a person, after their signature was checked. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Null: the provider sends no address, or no verified one. */
  readonly verifiedEmail: string | null
  readonly name: string | null
}

export interface OidcProvider {
  /** The label of the button on the sign-in page. */
  readonly label: string
  /** The address at the provider where the browser signs in. */
  begin(flow: OidcFlow): Promise<string>
  /**
   * Redeems the answer. Throws `OidcDenied` if the provider refused or the person canceled.
   *
   * @param query of the URL at which the browser returned, with its `?`
   */
  finish(flow: OidcFlow, query: string): Promise<Identity>
  close(): Promise<void>
}

export interface OidcDeps {
  readonly config: OidcConfig
  /** The address to which the provider sends the browser back; never taken from a request. */
  readonly redirectUrl: string
  /** Reaches the issuer at any address, and otherwise public addresses only. Closed with the provider. */
  readonly outbound: OutboundClient
  readonly clock: Clock
}

/** The entry of `OUTBOUND_ALLOW` that the guarded client needs for it. */
export function issuerAllowance({ issuer }: OidcConfig): string {
  const { hostname, port, protocol } = new URL(issuer)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

const SCOPE = 'openid email profile'
const NAME_LENGTH_MAX = 200
const ANSWER_BYTES_MAX = 256 * 1024
/** The metadata is fetched again after this time, because its URLs may have changed. */
const DISCOVERY_SECONDS = 60 * 60

/** Signing in with OpenID Connect: authorization code, PKCE, state, nonce, signature checked. */
export function createOidcProvider(deps: OidcDeps): OidcProvider {
  const { config, redirectUrl, clock } = deps
  let known: { readonly provider: Promise<Configuration>; readonly untilMs: number } | null = null

  const provider = (): Promise<Configuration> => {
    if (known && clock.now() < known.untilMs) return known.provider
    const found = discover(deps)
    known = { provider: found, untilMs: clock.now() + DISCOVERY_SECONDS * 1000 }
    found.catch(() => {
      known = null
    })
    return found
  }

  return {
    label: config.label,
    close: () => deps.outbound.close(),

    async begin({ state, nonce, verifier }) {
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUrl,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async finish({ state, nonce, verifier }, query) {
      const answer = new URL(redirectUrl)
      answer.search = query
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      try {
        const tokens = await authorizationCodeGrant(await provider(), answer, checks)
        return await identityOf(await provider(), tokens)
      } catch (error) {
        throw error instanceof AuthorizationResponseError
          ? new OidcDenied(error.error, { cause: error })
          : error
      }
    },
  }
}

function discover({ config, outbound }: OidcDeps): Promise<Configuration> {
  const isPlain = config.issuer.startsWith('http:')
  return discovery(
    new URL(config.issuer),
    config.clientId,
    undefined,
    clientAuth(config.clientSecret),
    {
      [customFetch]: fetchThrough(outbound),
      // `config.ts` allows plain http for loopback only.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    },
  )
}

/** The method that the provider accepts; without metadata, the default of the standard. */
function clientAuth(secret: string | null): ClientAuth {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = methods.includes('client_secret_basic') ? basic : post
    return way(server, ...rest)
  }
}

/** The library sends its requests through the guarded client, so it reaches no other address. */
const fetchThrough =
  (outbound: OutboundClient): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await outbound.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body ? { body: String(body) } : {}),
      limitBytes: ANSWER_BYTES_MAX,
      redirects: 0,
    })
    return new Response(Buffer.from(answer.body), { ...answer, headers: { ...answer.headers } })
  }

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>

/** Some providers have the address in the token, others only at the userinfo endpoint. */
async function identityOf(provider: Configuration, tokens: Tokens): Promise<Identity> {
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token.')
  const told =
    claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(provider, tokens.access_token, claims.sub)
      : claims
  const { email, email_verified: isVerified, name } = told
  return {
    issuer: claims.iss,
    subject: claims.sub,
    verifiedEmail: typeof email === 'string' && isVerified === true ? email : null,
    name: typeof name === 'string' ? name.trim().slice(0, NAME_LENGTH_MAX) || null : null,
  }
}
