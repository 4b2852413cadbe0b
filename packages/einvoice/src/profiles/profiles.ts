/** The specifications that an e-invoice can declare: BT-24, and BT-23 if prescribed. */
interface Profile {
  readonly specification: string
  readonly businessProcess?: string
}

/** UNTDID 1001. */
const SELF_BILLED = '389'
const EN_16931 = 'urn:cen.eu:en16931:2017'
const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

const PROFILES = {
  en16931: { specification: EN_16931 },
  /** Peppol BIS Billing 3.0. */
  peppol: {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    businessProcess: PEPPOL_BILLING,
  },
  /** Peppol BIS Self-Billing 3.0, for a self-billed invoice. */
  'peppol-self-billing': {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`,
    businessProcess: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  },
  /** Peppol PINT billing, as specialized for the European Union. */
  pint: {
    specification: 'urn:peppol:pint:billing-1@eu-1',
    businessProcess: 'urn:peppol:bis:billing',
  },
  'cius-pt': { specification: `${EN_16931}#compliant#urn:feap.gov.pt:CIUS-PT:2.1.1` },
  'cius-ro': { specification: `${EN_16931}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1` },
  'hr-eracun': {
    specification: `${EN_16931}#compliant#urn:mfin.gov.hr:cius-2025:1.0#conformant#urn:mfin.gov.hr:ext-2025:1.0`,
  },
  /** SI-UBL 2.0. */
  nlcius: { specification: `${EN_16931}#compliant#urn:fdc:nen.nl:nlcius:v1.0` },
  /** XRechnung 3.0. */
  xrechnung: {
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    businessProcess: PEPPOL_BILLING,
  },
  /** Factur-X 1.0 and ZUGFeRD 2 at the level of EN 16931. */
  'factur-x': { specification: EN_16931 },
  'factur-x-basic': { specification: `${EN_16931}#compliant#urn:factur-x.eu:1p0:basic` },
} as const satisfies Readonly<Record<string, Profile>>

export type UblProfile =
  | 'en16931'
  | 'peppol'
  | 'pint'
  | 'xrechnung'
  | 'nlcius'
  | 'cius-pt'
  | 'cius-ro'
  | 'hr-eracun'
export type CiiProfile = 'en16931' | 'xrechnung' | 'factur-x' | 'factur-x-basic'

/** The document with the identifiers of the profile. */
export function withProfile<T extends { readonly typeCode: string }>(
  document: T,
  name: UblProfile | CiiProfile,
): T & Profile {
  const isSelfBilled = name === 'peppol' && document.typeCode === SELF_BILLED
  return { ...document, ...PROFILES[isSelfBilled ? 'peppol-self-billing' : name] }
}
