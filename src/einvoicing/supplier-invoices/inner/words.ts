import { table } from '../../../kernel/table.ts'
import type { ReceivedContent } from '../../documents/received/reader.ts'

/** Words of the page that our own documents lack. */
export interface PageWords {
  readonly references: Readonly<Record<string, string>>
  readonly payee: string
  readonly mandate: string
  readonly attachments: string
  readonly unread: string
  readonly profile: string
  readonly parts: Readonly<Record<ReceivedContent['totals']['parts'][number]['kind'], string>>
  readonly included: (part: string) => string
  readonly days: (count: string) => string
  /** By the UNTDID 4461 codes that suppliers use; others are shown as codes. */
  readonly means: Readonly<Record<string, string>>
}

const uncapitalized = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

const en: PageWords = {
  references: {
    sales_order: 'Sales order',
    contract: 'Contract',
    project: 'Project',
    delivery_note: 'Delivery note',
    receipt: 'Receiving advice',
    tender: 'Tender',
    object: 'Invoiced object',
    account: 'Accounting code',
  },
  payee: 'Payee',
  mandate: 'Mandate reference',
  attachments: 'Attachments',
  unread: 'Further data in the file',
  profile: 'Format',
  parts: {
    withholding: 'Withholding tax',
    split_payment: 'Split payment: VAT paid to the tax office',
    fund: 'Pension fund contribution',
    stamp_duty: 'Stamp duty',
    charge: 'Charge',
    deduction: 'Deduction',
  },
  included: (part) => `including ${uncapitalized(part)}`,
  days: (count) => `within ${count} days`,
  means: table({
    10: 'Cash',
    30: 'Bank transfer',
    48: 'Card',
    49: 'Direct debit',
    57: 'Standing agreement',
    58: 'SEPA credit transfer',
    59: 'SEPA direct debit',
  }),
}

const de: PageWords = {
  references: {
    sales_order: 'Auftragsnummer des Lieferanten',
    contract: 'Vertrag',
    project: 'Projekt',
    delivery_note: 'Lieferschein',
    receipt: 'Wareneingang',
    tender: 'Ausschreibung',
    object: 'Abgerechnetes Objekt',
    account: 'Kontierung',
  },
  payee: 'Zahlungsempfänger',
  mandate: 'Mandatsreferenz',
  attachments: 'Anhänge',
  unread: 'Weitere Angaben in der Datei',
  profile: 'Format',
  parts: {
    withholding: 'Steuereinbehalt',
    split_payment: 'Split Payment: USt. direkt an das Finanzamt',
    fund: 'Beitrag zur Versorgungskasse',
    stamp_duty: 'Stempelsteuer',
    charge: 'Zuschlag',
    deduction: 'Abzug',
  },
  included: (part) => `darin ${part}`,
  days: (count) => `innerhalb von ${count} Tagen`,
  means: table({
    10: 'Bar',
    30: 'Überweisung',
    48: 'Karte',
    49: 'Lastschrift',
    57: 'Dauerauftrag',
    58: 'SEPA-Überweisung',
    59: 'SEPA-Lastschrift',
  }),
}

const fr: PageWords = {
  references: {
    sales_order: 'N° de commande du fournisseur',
    contract: 'Contrat',
    project: 'Projet',
    delivery_note: 'Bon de livraison',
    receipt: 'Avis de réception',
    tender: 'Appel d’offres',
    object: 'Objet facturé',
    account: 'Imputation comptable',
  },
  payee: 'Bénéficiaire',
  mandate: 'Référence du mandat',
  attachments: 'Pièces jointes',
  unread: 'Autres données du fichier',
  profile: 'Format',
  parts: {
    withholding: 'Retenue à la source',
    split_payment: 'TVA versée directement au Trésor (split payment)',
    fund: 'Cotisation à la caisse de retraite',
    stamp_duty: 'Droit de timbre',
    charge: 'Supplément',
    deduction: 'Déduction',
  },
  included: (part) => `dont ${uncapitalized(part)}`,
  days: (count) => `sous ${count} jours`,
  means: table({
    10: 'Espèces',
    30: 'Virement',
    48: 'Carte',
    49: 'Prélèvement',
    57: 'Virement permanent',
    58: 'Virement SEPA',
    59: 'Prélèvement SEPA',
  }),
}

const ALL = table<PageWords>({ en, de, fr })

export const pageWords = (language: string): PageWords =>
  ALL[language.slice(0, 2).toLowerCase()] ?? en
