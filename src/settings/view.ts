import { formatMicro } from '../money/decimal.ts'
import type { Settings } from './settings.ts'

/** Every key in its one spelling. `logo`: the picture as a data URL, read apart. */
export const settingsView = (settings: Settings, logo: string | null) => ({
  templateId: settings.templateId,
  logo,
  accentColor: settings.accentColor,
  companyName: settings.companyName,
  companyContact: settings.companyContact,
  companyEmail: settings.companyEmail,
  companyPhone: settings.companyPhone,
  companyWebsite: settings.companyWebsite,
  companyAddress: settings.companyAddress,
  companyTradingName: settings.companyTradingName,
  companyLegalForm: settings.companyLegalForm,
  companyTaxId: settings.companyTaxId,
  companyTaxNumber: settings.companyTaxNumber,
  companyRegistrationId: settings.companyRegistrationId,
  companyRegistrationScheme: settings.companyRegistrationScheme,
  taxRepresentative: settings.taxRepresentative && {
    name: settings.taxRepresentative.name,
    taxId: settings.taxRepresentative.taxId,
    ...settings.taxRepresentative.address,
  },
  companyEndpoint: settings.companyEndpoint,
  bankAccount: settings.bankAccount,
  paymentInstructions: settings.paymentInstructions,
  paymentMeans: settings.paymentMeans,
  eInvoiceProfile: settings.eInvoiceProfile,
  currency: settings.currency,
  locale: settings.locale,
  timeZone: settings.timeZone,
  dateFormat: settings.dateFormat,
  taxLabel: settings.taxLabel,
  defaultTax: {
    category: settings.defaultTax.category,
    rate: formatMicro(settings.defaultTax.rateMicro),
  },
  pricesIncludeTax: settings.pricesIncludeTax,
  rounding: settings.rounding,
  paymentTermsDays: settings.paymentTermsDays,
  defaultTerms: settings.defaultTerms,
  defaultNotes: settings.defaultNotes,
  invoiceNumbering: settings.invoiceNumbering,
  creditNoteNumbering: settings.creditNoteNumbering,
  lockIssuedInvoices: settings.lockIssuedInvoices,
})

export type SettingsViewed = ReturnType<typeof settingsView>
