import type { SettingsFieldWords } from './en.ts'

export const fr: SettingsFieldWords = {
  taxNumbers: { label: 'Autres inscriptions fiscales' },
  taxPresets: { label: 'Taux de TVA prédéfinis' },
  withholdings: { label: 'Retenue à la source' },
  cashRounding: { label: 'Arrondi du montant à payer' },
  customFields: {
    label: 'Champs libres',
    hint: 'Imprimés sur chaque nouvelle facture, par exemple un centre de coûts.',
  },
  companyName: {
    label: 'Raison sociale',
    hint: 'Telle qu’elle est enregistrée ; elle figure en tête de chaque document.',
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
  companyTaxRegime: { label: 'Régime fiscal italien (regime fiscale)' },
  companyLegalForm: {
    label: 'Mentions légales',
    hint: 'Ce que la loi exige : forme juridique, siège, dirigeants, capital.',
  },
  templateId: {
    label: 'Modèle',
    hint: 'S’applique aux nouveaux documents. Ceux déjà émis gardent le leur.',
  },
  logo: { label: 'Logo' },
  accentColor: {
    label: 'Couleur de votre entreprise',
    hint: 'Pour les titres et les filets des documents.',
  },
  typeface: { label: 'Police de caractères' },
  'letterhead.logoSize': { label: 'Taille du logo' },
  'letterhead.logoPlace': { label: 'Emplacement du logo' },
  addressWindow: {
    label: 'Fenêtre de vos enveloppes',
    hint: 'L’adresse du client se place de ce côté.',
  },
  greeting: {
    label: 'Saluer le client et signer de votre nom',
    hint: 'Sur les documents du modèle Minimalist Clean et sur les relances.',
  },
  'bankAccount.holder': { label: 'Titulaire du compte' },
  'bankAccount.iban': {
    label: 'IBAN',
    hint: 'Vos clients peuvent alors payer en scannant le code du document.',
  },
  'bankAccount.number': { label: 'Numéro de compte', hint: 'Pour un compte sans IBAN.' },
  'bankAccount.bankCode': {
    label: 'Code banque',
    hint: 'Pour un compte sans IBAN, par exemple le routing number ou le sort code.',
  },
  'bankAccount.bic': { label: 'BIC' },
  'bankAccount.bankName': { label: 'Banque' },
  'bankAccount.qrIban': {
    label: 'QR-IBAN',
    hint: 'Pour les QR-factures suisses en francs avec référence QR.',
  },
  'bankAccount.creditorId': {
    label: 'Identifiant créancier SEPA',
    hint: 'Seulement pour les prélèvements SEPA.',
  },
  paymentInstructions: {
    label: 'Instructions de paiement',
    hint: 'Imprimées avec les coordonnées bancaires, par exemple un lien de paiement.',
  },
  paymentReference: {
    label: 'Référence de paiement',
    hint: 'Imprimée sur les nouvelles factures. Ses chiffres de contrôle permettent de rapprocher les paiements plus sûrement. KID et OCR supposent un accord avec votre banque.',
  },
  earlyPayment: {
    label: 'Escompte pour paiement anticipé',
    hint: 'Sur les nouvelles factures et les nouveaux devis, sauf si le client a le sien.',
  },
  bankAutoBook: {
    label: 'Rapprochement',
    hint: 'Un paiement dont le rapprochement est certain peut être comptabilisé sans confirmation. Vous pouvez annuler chaque rapprochement.',
  },
  bankFolder: {
    label: 'Dossier des fichiers bancaires',
    hint: 'Les relevés de ce dossier sont importés. Il se trouve dans le dossier autorisé par l’exploitant.',
  },
  receiptOnPayment: {
    label: 'Envoyer un reçu pour chaque paiement en ligne',
    hint: 'Le client le reçoit par e‑mail dès que le prestataire confirme le paiement.',
  },
  checkoutMinutes: {
    label: 'Page de paiement ouverte pendant',
    hint: 'En minutes, de 30 à 1440. Tous les prestataires ne permettent pas de choisir.',
  },
  refundLimit: {
    label: 'Connexion récente exigée pour rembourser plus de',
    hint: 'Au-dessus de ce montant, seule une personne connectée depuis moins de 15 minutes peut rembourser. Vide : aucune limite.',
  },
  'directDebit.creditorName': {
    label: 'Nom sur les prélèvements',
    hint: 'Vide : le titulaire du compte, sinon votre entreprise.',
  },
  'directDebit.preNotificationDays': {
    label: 'Jours de préavis',
    hint: 'Entre l’avis au client et le prélèvement. En général 14, sauf accord plus court.',
  },
  'directDebit.submitDays': {
    label: 'Délai de la banque en jours',
    hint: 'Jours ouvrés dont votre banque a besoin avant le prélèvement.',
  },
  confirmMandates: {
    label: 'Une personne confirme chaque mandat',
    hint: 'Elle le compare au formulaire signé avant qu’il serve.',
  },
  mandateByPage: {
    label: 'Les clients peuvent signer un mandat sur la page d’une facture',
    hint: 'Seulement si votre banque accepte les mandats sans signature sur papier. Demandez-lui d’abord.',
  },
  'directDebit.bookOn': {
    label: 'Comptabiliser comme payé',
    hint: 'Un fichier à la banque n’est qu’une demande.',
  },
  'directDebit.returnFee': {
    label: 'À la charge du client en cas de rejet',
    hint: 'Réclamé en plus de la facture.',
  },
  'directDebit.limit': {
    label: 'Deux personnes approuvent les remises au-delà de',
    hint: 'En euros. Vide : une personne suffit.',
  },
  'directDebit.batchBooking': {
    label: 'Un seul mouvement pour les prélèvements d’un jour',
  },
  'directDebit.sequence': {
    label: 'Premier prélèvement d’un mandat',
    hint: 'Demandez à votre banque s’il doit être signalé.',
  },
  'directDebit.umlauts': { label: 'Trémas' },
  'directDebit.format': {
    label: 'Format des fichiers',
    hint: 'Les banques allemandes n’acceptent que la version 08.',
  },
  autopay: {
    label: 'Les clients peuvent accepter le paiement automatique',
    hint: 'Sur la page d’une facture récurrente. Ils sont avertis avant chaque débit et peuvent y mettre fin.',
  },
  collectOn: {
    label: 'Encaisser automatiquement',
    hint: 'Par moyen de paiement ou prélèvement, mais jamais avant la fin du préavis.',
  },
  noticeDays: {
    label: 'Jours de préavis pour les cartes',
    hint: 'Entre l’avis au client et le débit de la carte ou du portefeuille électronique. Les prélèvements ont leur propre délai.',
  },
  collectRetries: {
    label: 'Nouvelles tentatives après',
    hint: 'En jours après chaque échec, trois au plus, par exemple 3, 5, 7. Vide : aucune nouvelle tentative automatique.',
  },
  discountGraceDays: {
    label: 'Jours de tolérance pour l’escompte',
    hint: 'L’escompte est encore proposé pendant ce nombre de jours après son dernier jour, mais jamais comptabilisé automatiquement.',
  },
  paymentTolerance: {
    label: 'Passer les écarts en perte jusqu’à',
    hint: 'S’il manque au plus ce montant, le paiement est proposé comme soldé.',
  },
  feeTolerance: {
    label: 'Frais bancaires jusqu’à',
    hint: 'S’il manque au plus ce montant, il est proposé comme frais bancaires.',
  },
  paymentTerms: {
    label: 'Échéance',
    hint: 'À partir de la date du document ; un client peut avoir la sienne.',
  },
  defaultTerms: {
    label: 'Conditions de paiement',
    hint: 'Figurent sur les nouveaux documents, où vous pouvez les modifier.',
  },
  defaultNotes: {
    label: 'Notes',
    hint: 'Un remerciement, par exemple. Figure aussi sur les nouveaux documents.',
  },
  defaultTexts: {
    label: 'Textes dans d’autres langues',
    hint: 'Les documents dans ces langues utilisent ces textes. Un texte vide n’est pas imprimé.',
  },
  companyTaxId: {
    label: 'Numéro de TVA',
    hint: 'Ou votre numéro fiscal si vous n’avez pas de numéro de TVA.',
  },
  companyTaxNumber: {
    label: 'Numéro fiscal',
    hint: 'En plus du numéro de TVA, si la loi exige les deux ou laisse le choix.',
  },
  taxLabel: { label: 'Nom de la taxe', hint: 'Vide : le nom habituel dans la langue du document.' },
  'defaultTax.category': {
    label: 'Catégorie de TVA',
    hint: 'Pour les nouvelles lignes ; chacune peut en avoir une autre.',
  },
  'defaultTax.rate': { label: 'Taux (%)' },
  pricesIncludeTax: {
    label: 'Prix TTC',
    hint: 'Le prix saisi est celui que paie le client.',
  },
  rounding: {
    label: 'Arrondi de la TVA',
    hint: 'Les factures électroniques exigent « Une fois par taux ».',
  },
  viesCheck: {
    label: 'Vérifier les numéros de TVA des clients',
    hint: 'VIES est le service de l’UE. Sa réponse ne bloque aucune facture.',
  },
  'invoiceNumbering.pattern': {
    label: 'Numéros de facture',
    hint: '{YYYY}, {YY} et {MM} deviennent la date, {SEQ:4} un nombre d’au moins 4 chiffres.',
  },
  'invoiceNumbering.reset': { label: 'Les factures repartent à 1' },
  'creditNoteNumbering.pattern': {
    label: 'Numéros d’avoir',
    hint: 'Une série à part : le format doit être différent.',
  },
  'creditNoteNumbering.reset': { label: 'Les avoirs repartent à 1' },
  lockIssuedInvoices: {
    label: 'Les documents émis ne sont plus modifiables',
    hint: 'Comme l’exigent la plupart des lois fiscales. Une erreur se corrige par un avoir.',
  },
  applyCreditOnIssue: {
    label: 'Imputer le solde créditeur à l’émission',
    hint: 'Une facture utilise le solde créditeur de son client.',
  },
  shareOtherInvoices: {
    label: 'Montrer au client ses autres factures en cours',
    hint: 'La page d’une facture liste aussi ses avoirs et les autres factures dues par le client. Toute personne ayant un lien les voit.',
  },
  'quoteNumbering.pattern': { label: 'Numéros de devis' },
  'quoteNumbering.reset': { label: 'Les devis repartent à 1' },
  'deliveryNoteNumbering.pattern': { label: 'Numéros de bons de livraison' },
  'deliveryNoteNumbering.reset': { label: 'Les bons de livraison repartent à 1' },
  quoteValidDays: {
    label: 'Validité en jours',
    hint: 'Un nouveau devis peut être accepté jusque-là.',
  },
  quoteTerms: { label: 'Conditions des nouveaux devis' },
  evidenceKeepAddress: {
    label: 'Conserver l’adresse IP de la réponse',
    hint: 'Elle fait partie de la preuve de l’acceptation.',
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
    hint: 'Les autres ne peuvent pas être émises ; le message indique ce qu’il faut corriger.',
  },
  'companyEndpoint.scheme': {
    label: 'Schéma',
    hint: 'Par exemple 0009 pour un SIRET, 0088 pour un GLN, EM pour une adresse e‑mail.',
  },
  'companyEndpoint.id': {
    label: 'Adresse',
    hint: 'Votre adresse dans le réseau, par exemple Peppol.',
  },
  companyRegistrationScheme: {
    label: 'Schéma du numéro d’immatriculation',
    hint: 'Quatre chiffres, par exemple 0002 pour un SIREN.',
  },
  paymentMeans: {
    label: 'Mode de paiement',
    hint: 'Automatique : virement, si un compte bancaire est indiqué.',
  },
  locale: { label: 'Langue des nouveaux documents', hint: 'Un client peut avoir la sienne.' },
  currency: { label: 'Devise des nouveaux documents' },
  dateFormat: { label: 'Format de date' },
  timeZone: { label: 'Fuseau horaire', hint: 'Il détermine ce qu’est « aujourd’hui ».' },
  'mailFrom.name': { label: 'Nom de l’expéditeur', hint: 'Vide : le nom de l’entreprise.' },
  'mailFrom.address': {
    label: 'Adresse de l’expéditeur',
    hint: 'Vide : l’adresse e‑mail de l’entreprise.',
  },
  mailReplyTo: { label: 'Répondre à', hint: 'Vide : à l’expéditeur.' },
  mailBcc: {
    label: 'Copie à vous-même',
    hint: 'Jusqu’à 3 adresses, séparées par des virgules, reçoivent une copie de chaque message.',
  },
  'mailAttach.pdf': { label: 'Joindre le PDF' },
  'mailAttach.eInvoice': { label: 'Joindre la facture électronique' },
  'mailAttach.files': { label: 'Joindre les fichiers du document' },
  mailLink: { label: 'Lien vers le document', hint: 'Le document est publié à cet effet.' },
  mailSignature: { label: 'Signature', hint: 'Figure sous le texte de chaque message.' },
  mailPerMinute: {
    label: 'Messages par minute',
    hint: 'Votre fournisseur indique le nombre admis.',
  },
  mailPerDay: { label: 'Messages par jour' },
  mailAttachmentMaxBytes: {
    label: 'Taille maximale des pièces jointes',
    hint: 'Ce qui dépasse n’est pas joint ; le lien reste.',
  },
  mailKeepDays: {
    label: 'Conservation des messages envoyés, en jours',
    hint: '0 : sans limite. Textes et destinataires restent toujours.',
  },
  'notify.email': {
    label: 'Envoyer les notifications à',
    hint: 'Jusqu’à 3 adresses, séparées par des virgules. Au plus un message toutes les 15 minutes.',
  },
  'notify.on': { label: 'Sujets des notifications' },
  mailPaused: { label: 'Suspendre l’envoi', hint: 'Tous les messages attendent.' },
}
