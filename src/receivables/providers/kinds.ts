import { GOCARDLESS } from './inner/gocardless.ts'
import { MOLLIE } from './inner/mollie.ts'
import { PAYPAL } from './inner/paypal.ts'
import { STRIPE } from './inner/stripe.ts'
import type { ProviderKind } from './port.ts'
import type { ProviderKindName } from './provider.ts'

const KINDS: Readonly<Record<ProviderKindName, ProviderKind>> = {
  stripe: STRIPE,
  mollie: MOLLIE,
  gocardless: GOCARDLESS,
  paypal: PAYPAL,
}

export const kindOf = ({ kind }: { readonly kind: ProviderKindName }): ProviderKind => KINDS[kind]
