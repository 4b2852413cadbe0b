import type { FieldWords } from './field-words.ts'
import type { FieldName } from './fields.ts'

export const frFields: Readonly<Record<FieldName, FieldWords>> = {
  companyName: {
    label: 'Raison sociale',
    hint: 'Telle qu’elle est enregistrée ; elle figure en tête de chaque document.',
  },
  companyTradingName: {
    label: 'Nom commercial',
    hint: 'Le nom sous lequel vos clients vous connaissent, s’il est différent.',
  },
  companyContact: { label: 'Interlocuteur' },
  companyEmail: { label: 'E-mail', hint: 'Imprimé sur les documents, pour toute question.' },
  companyPhone: { label: 'Téléphone' },
  companyWebsite: { label: 'Site web' },
  'companyAddress.line1': { label: 'Numéro et rue' },
  'companyAddress.line2': { label: 'Complément d’adresse' },
  'companyAddress.postalCode': { label: 'Code postal' },
  'companyAddress.city': { label: 'Ville' },
  'companyAddress.region': { label: 'Région' },
  'companyAddress.countryCode': { label: 'Pays' },
  companyRegistrationId: {
    label: 'Numéro d’immatriculation',
    hint: 'Au registre du commerce, par exemple le SIREN.',
  },
  companyLegalForm: {
    label: 'Mentions légales',
    hint: 'Ce que la loi exige : forme juridique, siège, dirigeants, capital.',
  },
  templateId: {
    label: 'Modèle',
    hint: 'S’applique aux nouveaux documents. Ceux déjà émis gardent le leur.',
  },
  logo: { label: 'Logo' },
  accentColor: { label: 'Couleur d’accent', hint: 'Pour les titres et les filets des documents.' },
  'bankAccount.holder': { label: 'Titulaire du compte' },
  'bankAccount.iban': {
    label: 'IBAN',
    hint: 'Vos clients peuvent alors payer en scannant le code du document.',
  },
  'bankAccount.bic': { label: 'BIC' },
  'bankAccount.bankName': {
    label: 'Banque',
    hint: 'Aussi pour des coordonnées qui ne sont pas un IBAN.',
  },
  'bankAccount.qrIban': {
    label: 'QR-IBAN',
    hint: 'Pour les QR-factures suisses en francs avec référence QR.',
  },
  'bankAccount.creditorId': {
    label: 'Identifiant créancier SEPA',
    hint: 'Seulement pour les prélèvements SEPA.',
  },
  paymentInstructions: {
    label: 'Comment payer',
    hint: 'Imprimé avec les coordonnées bancaires, par exemple un lien de paiement.',
  },
  paymentTermsDays: {
    label: 'Délai de paiement en jours',
    hint: 'À partir de la date du document ; un client peut avoir le sien.',
  },
  defaultTerms: {
    label: 'Conditions de paiement',
    hint: 'Figure sur les nouveaux documents, où il peut être modifié.',
  },
  defaultNotes: {
    label: 'Mot de la fin',
    hint: 'Un remerciement, par exemple. Figure aussi sur les nouveaux documents.',
  },
  companyTaxId: {
    label: 'Numéro de TVA',
    hint: 'Ou votre numéro fiscal si vous n’en avez pas d’autre.',
  },
  companyTaxNumber: { label: 'Numéro fiscal', hint: 'En plus du numéro de TVA.' },
  taxLabel: { label: 'Nom de la taxe', hint: 'Vide : le mot de la langue du document.' },
  'defaultTax.category': {
    label: 'Régime de TVA',
    hint: 'Des nouvelles lignes ; chacune peut en avoir un autre.',
  },
  'defaultTax.rate': { label: 'Taux en pour cent' },
  pricesIncludeTax: {
    label: 'Les prix s’entendent TTC',
    hint: 'Le prix saisi est celui que paie le client.',
  },
  rounding: {
    label: 'Arrondi de la taxe',
    hint: 'Les factures électroniques exigent une fois par taux.',
  },
  'invoiceNumbering.pattern': {
    label: 'Numéros de facture',
    hint: '{YYYY}, {YY} et {MM} deviennent la date, {SEQ:4} un nombre d’au moins 4 chiffres.',
  },
  'invoiceNumbering.reset': { label: 'Recommence à 1' },
  'creditNoteNumbering.pattern': {
    label: 'Numéros d’avoir',
    hint: 'Une série à part : le modèle doit être différent.',
  },
  'creditNoteNumbering.reset': { label: 'Les avoirs recommencent à 1' },
  lockIssuedInvoices: {
    label: 'Les documents émis ne sont plus modifiables',
    hint: 'Comme l’exigent la plupart des lois fiscales. Une erreur se corrige par un avoir.',
  },
  'taxRepresentative.name': { label: 'Nom' },
  'taxRepresentative.taxId': { label: 'Son numéro de TVA' },
  'taxRepresentative.line1': { label: 'Numéro et rue' },
  'taxRepresentative.line2': { label: 'Complément d’adresse' },
  'taxRepresentative.postalCode': { label: 'Code postal' },
  'taxRepresentative.city': { label: 'Ville' },
  'taxRepresentative.region': { label: 'Région' },
  'taxRepresentative.countryCode': { label: 'Pays' },
  eInvoiceProfile: {
    label: 'Chaque facture doit être conforme à',
    hint: 'Sinon elle est refusée à l’émission, avec ce qu’il faut corriger.',
  },
  'companyEndpoint.scheme': {
    label: 'Schéma',
    hint: 'Par exemple 0009 pour un SIRET, 0088 pour un GLN, EM pour une adresse e-mail.',
  },
  'companyEndpoint.id': {
    label: 'Adresse',
    hint: 'Où le réseau vous trouve, par exemple sur Peppol.',
  },
  companyRegistrationScheme: {
    label: 'Schéma du numéro d’immatriculation',
    hint: 'Quatre chiffres, par exemple 0002 pour un SIREN.',
  },
  paymentMeans: { label: 'Moyen de paiement', hint: 'Vide : un virement, s’il y a un compte.' },
  locale: { label: 'Langue des nouveaux documents', hint: 'Un client peut avoir la sienne.' },
  currency: { label: 'Devise des nouveaux documents' },
  dateFormat: { label: 'Dates' },
  timeZone: { label: 'Fuseau horaire', hint: 'Il détermine ce qu’est « aujourd’hui ».' },
}
