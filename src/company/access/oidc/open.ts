import { API_PREFIX } from '../../../core/http/openapi/document.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Config, publicUrlOf } from '../../../platform/config.ts'
import { createOutboundClient } from '../../../platform/outbound/client.ts'
import type { OidcProvider } from './provider.ts'

/**
 * The provider that the operator configured; null: there is none. It has its own client, because
 * only sign-in may call the issuer; templates and webhooks may not.
 */
export async function openOidc(all: Config, clock: Clock): Promise<OidcProvider | null> {
  const { oidc: config } = all
  if (!config) return null
  // Most installations have none, and its libraries load slowly.
  const { createOidcProvider, issuerAllowance } = await import('./provider.ts')
  const allow = [...all.outboundAllow, issuerAllowance(config)]
  const redirectUrl = `${publicUrlOf(all)}${API_PREFIX}/auth/oidc/callback`
  return createOidcProvider({
    config,
    redirectUrl,
    clock,
    outbound: createOutboundClient({ allow }),
  })
}
