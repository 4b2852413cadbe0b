import type { ErrorWords } from '../errors/errors.ts'

/** What a file needs said otherwise than a form. Other codes have the sentences of `errors`. */
export const faults: ErrorWords = {
  internal:
    'Cette ligne n’a pas été importée en raison d’une erreur interne. Signalez l’erreur, puis réimportez la ligne plus tard.',
  malformed_json: 'Cette ligne est illisible. Exportez à nouveau le fichier.',
  required: 'Il manque une valeur ici. Remplissez la cellule.',
  'required.external_id':
    'Indiquez le nom de l’autre logiciel, deux-points et l’identifiant, par exemple shop:1001.',
  unknown_field: 'Ceci n’a pas sa place ici. Supprimez-le.',
  computed_field: 'Cette donnée est toujours calculée. Omettez la colonne.',
  read_only: 'Cette donnée ne s’importe pas. Omettez la colonne.',
  wrong_type: [
    '« {value} » ne convient pas ici. Corrigez-le.',
    'Cette valeur ne convient pas ici. Corrigez-la.',
  ],
  'wrong_type.integer': [
    '« {value} » n’est pas un nombre entier. Indiquez un nombre tel que 14.',
    'Ce n’est pas un nombre entier. Indiquez un nombre tel que 14.',
  ],
  'wrong_type.number': [
    '« {value} » n’est pas un nombre. Indiquez un nombre tel que 2,5.',
    'Ce n’est pas un nombre. Indiquez un nombre tel que 2,5.',
  ],
  'wrong_type.boolean': [
    '« {value} » ne signifie ici ni oui ni non. Écrivez true pour oui et false pour non.',
    'Écrivez true pour oui et false pour non.',
  ],
  wrong_format: [
    '« {value} » n’a pas la bonne forme. Corrigez-le.',
    'Cette valeur n’a pas la bonne forme. Corrigez-la.',
  ],
  'wrong_format.date': [
    '« {value} » n’est pas une date. Écrivez l’année, le mois et le jour : 2026-01-31.',
    'Ce n’est pas une date. Écrivez l’année, le mois et le jour : 2026-01-31.',
  ],
  'wrong_format.date-time': [
    '« {value} » n’est pas une date avec une heure. Écrivez-la ainsi : 2026-01-31T12:00:00Z.',
    'Ce n’est pas une date avec une heure. Écrivez-la ainsi : 2026-01-31T12:00:00Z.',
  ],
  'wrong_format.email': [
    '« {value} » n’est pas une adresse e‑mail. Indiquez une adresse telle que facturation@example.com.',
    'Ce n’est pas une adresse e‑mail. Indiquez une adresse telle que facturation@example.com.',
  ],
  'wrong_format.currency': [
    '« {value} » n’est pas une devise. Indiquez ses trois lettres, par exemple EUR.',
    'Indiquez les trois lettres d’une devise, par exemple EUR.',
  ],
  'wrong_format.country': [
    '« {value} » n’est pas un pays. Indiquez ses deux lettres, par exemple FR.',
    'Indiquez les deux lettres d’un pays, par exemple FR.',
  ],
  'wrong_format.language': [
    '« {value} » n’est pas une langue. Indiquez son code, par exemple fr ou en-GB.',
    'Indiquez le code d’une langue, par exemple fr ou en-GB.',
  ],
  'wrong_format.time': [
    '« {value} » n’est pas une heure. Indiquez une heure telle que 09:30.',
    'Ce n’est pas une heure. Indiquez une heure telle que 09:30.',
  ],
  'wrong_format.id': [
    'Billwright n’a pas d’identifiant « {value} ». Copiez l’identifiant depuis Billwright, ou videz la cellule.',
    'Ce n’est pas un identifiant de Billwright. Copiez-le depuis Billwright, ou videz la cellule.',
  ],
  'wrong_format.blank': 'Cette valeur est vide. Remplissez-la.',
  'wrong_format.no_colon':
    'Le nom de l’autre logiciel ne peut pas contenir de deux-points. Retirez-les.',
  invalid: [
    '« {value} » n’est pas possible ici. Corrigez-le.',
    'Cette valeur n’est pas possible. Corrigez-la.',
  ],
  not_allowed: [
    '« {value} » n’est pas possible ici. Indiquez l’une de ces valeurs : {allowed}.',
    'Cette valeur n’est pas possible ici. Indiquez l’une de ces valeurs : {allowed}.',
    'Cette valeur n’est pas possible ici. Indiquez-en une autre.',
  ],
  'not_allowed.schedule_end':
    'Indiquez soit le nombre de factures, soit le dernier jour. Videz l’autre cellule.',
  due_before_issue: 'L’échéance précède la date de facture. Corrigez l’une des deux.',
  not_a_number: [
    '« {value} » n’est pas un nombre. Indiquez un nombre tel que 2,5.',
    'Ce n’est pas un nombre. Indiquez un nombre tel que 2,5.',
  ],
  too_large: [
    '« {value} » est trop grand. Indiquez un nombre plus petit.',
    'Indiquez un nombre plus petit.',
  ],
  price_missing: [
    'Le produit n’a pas de prix en {currency} pour cette quantité et ce jour. Indiquez un prix dans le fichier.',
    'Le produit n’a pas de prix pour cette quantité et ce jour. Indiquez un prix dans le fichier.',
  ],
  ambiguous_customer:
    'Plusieurs clients s’appellent {name} : {allowed}. Indiquez l’identifiant du bon client dans une colonne « ID client ».',
  unknown_customer: [
    'Le client « {value} » n’existe pas. Importez d’abord les clients, ou corrigez le nom.',
    'Ce client n’existe pas. Importez d’abord les clients, ou corrigez le nom.',
  ],
  unknown_series: [
    'La série « {value} » n’existe pas pour ce document. Créez-la dans les paramètres, ou indiquez-en une autre.',
    'Cette série n’existe pas pour ce document. Créez-la dans les paramètres, ou indiquez-en une autre.',
  ],
  unknown_invoice: [
    'La facture « {value} » n’existe pas. Importez d’abord les factures, ou corrigez le numéro.',
    'Cette facture n’existe pas. Importez d’abord les factures, ou corrigez le numéro.',
  ],
  unknown_product: 'Ce produit n’existe pas. Importez d’abord les produits, ou corrigez la valeur.',
  unknown_preset: [
    'Le taux de TVA « {value} » n’existe pas dans les paramètres, ou n’est pas en vigueur ce jour-là. Indiquez-en un autre.',
    'Ce taux de TVA n’existe pas dans les paramètres, ou n’est pas en vigueur ce jour-là. Indiquez-en un autre.',
  ],
  unknown_currency: [
    '« {value} » n’est pas une devise. Indiquez ses trois lettres, par exemple EUR.',
    'Ce n’est pas une devise. Indiquez ses trois lettres, par exemple EUR.',
  ],
  unknown_unit: [
    'L’unité « {value} » n’existe pas. Indiquez une unité courante, par exemple heure ou pièce.',
    'Cette unité n’existe pas. Indiquez une unité courante, par exemple heure ou pièce.',
  ],
  unknown_country: [
    'Le pays « {value} » n’existe pas. Indiquez ses deux lettres, par exemple FR.',
    'Ce pays n’existe pas. Indiquez ses deux lettres, par exemple FR.',
  ],
  unknown_language: [
    'La langue « {value} » n’existe pas. Indiquez son code, par exemple fr ou en-GB.',
    'Cette langue n’existe pas. Indiquez son code, par exemple fr ou en-GB.',
  ],
  unknown_time_zone: 'Ce fuseau horaire n’existe pas. Indiquez un fuseau tel que Europe/Paris.',
  external_id_taken:
    'Un autre enregistrement porte déjà cet identifiant de l’autre logiciel. Modifiez-le, ou videz la cellule.',
  number_taken: [
    'Le numéro {number} est déjà pris. Indiquez-en un autre.',
    'Le numéro est déjà pris. Indiquez-en un autre.',
  ],
  payment_exists:
    'Un paiement avec cette référence et ce montant est déjà enregistré. Supprimez la ligne.',
  invalid_transition: 'Ce n’est pas possible dans l’état actuel. Vérifiez le statut.',
  precondition_failed:
    'L’enregistrement a été modifié après la vérification du fichier. Chargez à nouveau le fichier.',
  invoice_changed:
    'La facture a été modifiée après la vérification du fichier. Chargez à nouveau le fichier.',
  einvoice_invalid:
    'La facture enfreint des règles de son profil de facture électronique. Complétez ce qui manque.',
}
