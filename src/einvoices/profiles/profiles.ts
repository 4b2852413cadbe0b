/** The specifications that an e-invoice can declare: BT-24, and BT-23 if prescribed. */
interface Profile {
  readonly specification: string
  readonly businessProcess?: string
}

const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const PROFILES = {
  en16931: { specification: EN_16931 },
  /** Peppol BIS Billing 3.0. */
  peppol: {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    businessProcess: PEPPOL_BILLING,
  },
  /** XRechnung 3.0. */
  xrechnung: {
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    businessProcess: PEPPOL_BILLING,
  },
  /** Factur-X 1.0 and ZUGFeRD 2 at the level of EN 16931. */
  'factur-x': { specification: EN_16931 },
  'factur-x-basic': { specification: `${EN_16931}#compliant#urn:factur-x.eu:1p0:basic` },
} as const satisfies Readonly<Record<string, Profile>>

export type UblProfile = 'en16931' | 'peppol' | 'xrechnung'
export type CiiProfile = 'en16931' | 'xrechnung' | 'factur-x' | 'factur-x-basic'

/** The document with the identifiers of the profile. */
export const withProfile = <T extends object>(
  document: T,
  name: UblProfile | CiiProfile,
): T & Profile => ({ ...document, ...PROFILES[name] })
