import { formatMicro } from '@billwright/money'
import { EARLY_PAYMENT, PAYMENT_TERMS } from '../fields.ts'
import { PAYMENT_ROUTING } from '../payment-routing.ts'
import type { Settings } from '../settings.ts'
import { TAX_PRESETS } from '../tax.ts'
import { withholdingView } from '../withholdings.ts'

/** Every key in its canonical spelling. `logo`: the picture as a data URL, read separately. */
export const settingsView = (
  { version: _version, updatedAt: _updatedAt, logoId: _logoId, ...settings }: Settings,
  logo: string | null,
) => ({
  ...settings,
  logo,
  taxRepresentative: settings.taxRepresentative && {
    name: settings.taxRepresentative.name,
    taxId: settings.taxRepresentative.taxId,
    ...settings.taxRepresentative.address,
  },
  defaultTax: {
    category: settings.defaultTax.category,
    rate: formatMicro(settings.defaultTax.rateMicro),
  },
  taxPresets: TAX_PRESETS.view(settings.taxPresets) as readonly unknown[],
  paymentTerms: PAYMENT_TERMS.view(settings.paymentTerms),
  customFields: settings.customFields,
  earlyPayment: EARLY_PAYMENT.view(settings.earlyPayment) as readonly unknown[],
  paymentRouting: PAYMENT_ROUTING.view(settings.paymentRouting) as readonly unknown[],
  withholdings: settings.withholdings.map(withholdingView),
})
