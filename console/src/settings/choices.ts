/** Names of standards are the same in every language. */
export const PROFILE_NAMES = {
  en16931: 'EN 16931',
  peppol: 'Peppol BIS Billing 3',
  xrechnung: 'XRechnung',
  'factur-x': 'Factur-X / ZUGFeRD',
  france: 'France (Factur-X, BR-FR)',
  nlcius: 'NLCIUS (SI-UBL 2.0)',
} as const

export const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
