import type { ErrorWords } from './errors.ts'

/** Error messages by the code of the error or of the fault. */
export const errors: ErrorWords = {
  unauthenticated: 'Vous n’êtes plus connecté. Connectez-vous à nouveau.',
  missing_scope: 'Vous n’avez pas ce droit. Adressez-vous à un administrateur.',
  company_required: 'Vous faites partie de plusieurs entreprises. Choisissez-en une.',
  company_not_found: 'Cette entreprise n’existe pas, ou vous n’en faites pas partie.',
  company_suspended:
    'Cette entreprise est suspendue et ne peut plus rien émettre. Adressez-vous à l’exploitant.',
  limit_reached: [
    'Votre entreprise a atteint sa limite de {max}. Adressez-vous à l’exploitant.',
    'Une limite de votre entreprise est atteinte. Adressez-vous à l’exploitant.',
  ],
  'limit_reached.invoices_per_month': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à une nouvelle facture par mois. Adressez-vous à l’exploitant.',
    other:
      'Votre entreprise a droit à {n} nouvelles factures par mois au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.customers': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à un client. Adressez-vous à l’exploitant.',
    other: 'Votre entreprise a droit à {n} clients au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.templates': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à un modèle. Adressez-vous à l’exploitant.',
    other: 'Votre entreprise a droit à {n} modèles au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.webhooks': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à un webhook. Adressez-vous à l’exploitant.',
    other: 'Votre entreprise a droit à {n} webhooks au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.members': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à une personne. Adressez-vous à l’exploitant.',
    other: 'Votre entreprise a droit à {n} personnes au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.keys': {
    by: 'max',
    one: 'Votre entreprise n’a droit qu’à une clé API. Adressez-vous à l’exploitant.',
    other: 'Votre entreprise a droit à {n} clés API au plus. Adressez-vous à l’exploitant.',
  },
  'limit_reached.template_bytes':
    'Les modèles de votre entreprise ne peuvent pas dépasser {max_bytes} au total. Adressez-vous à l’exploitant.',
  'limit_reached.file_bytes':
    'Les fichiers de votre entreprise ne peuvent pas dépasser {max_bytes} au total. Adressez-vous à l’exploitant.',
  company_deleting:
    'Cette entreprise est en cours de suppression et ne peut plus être modifiée. Un propriétaire peut la rétablir.',
  company_moving: 'L’entreprise est en cours de transfert. Réessayez dans quelques secondes.',
  move_finished: 'L’entreprise a déjà été transférée. Rapatriez-la depuis l’autre installation.',
  file_store_away: 'Le stockage des fichiers ne répond pas. Réessayez dans un instant.',
  company_not_deleting:
    'Cette entreprise n’est pas en cours de suppression. Il n’y a rien à rétablir.',
  company_exists:
    'Cette entreprise ou son identifiant existe déjà ici. Supprimez-la d’abord ou importez-la ailleurs.',
  company_archive_unreadable:
    'Le fichier n’est pas une archive d’entreprise lisible. Exportez-la de nouveau ou mettez cette installation à jour.',
  arrival_expired:
    'Une autre importation ou un autre transfert de cette entreprise est en cours, ou l’opération a duré plus d’une semaine. Si rien d’autre n’est en cours, recommencez.',
  company_archive_untrue:
    'Le contrôle de l’archive a échoué. Rien n’a été importé. Exportez-la de nouveau.',
  wrong_passphrase: 'Cette phrase secrète n’ouvre pas l’archive. Utilisez celle de l’exportation.',
  retention_running: [
    'Les documents doivent être conservés jusqu’au {until}. Exportez d’abord l’entreprise pour pouvoir la supprimer.',
    'Le délai de conservation des documents court encore. Exportez d’abord l’entreprise pour pouvoir la supprimer.',
  ],
  first_company: 'La première entreprise d’une installation ne peut pas être supprimée.',
  cross_site_request: 'La modification venait d’un autre site. Rouvrez cette page et réessayez.',
  request_timeout: 'L’envoi a pris trop de temps. Vérifiez votre connexion et réessayez.',
  precondition_failed: 'Une autre personne a modifié ceci entre-temps. Rechargez la page.',
  idempotency_in_flight: 'La même modification est en cours. Réessayez dans un instant.',
  idempotency_answer_lost:
    'La modification est enregistrée, mais sa confirmation s’est perdue. Rechargez la page.',
  body_too_large: [
    'La requête est trop volumineuse : {max_bytes} au plus.',
    'La requête est trop volumineuse.',
  ],
  headers_too_large: 'L’adresse de cette page est trop longue. Choisissez moins de filtres.',
  unsupported_media_type: 'Ce type de fichier n’est pas accepté ici. Choisissez-en un autre.',
  invalid_request: 'Certaines données ne sont pas valables.',
  invalid_cursor: 'Cet endroit de la liste n’existe plus. Rouvrez la liste.',
  exports_running: 'Deux exportations sont déjà en cours. Attendez la fin de l’une d’elles.',
  rate_limited: [
    {
      by: 'seconds',
      one: 'Trop de requêtes. Réessayez dans une seconde.',
      other: 'Trop de requêtes. Réessayez dans {n} secondes.',
    },
    'Trop de requêtes. Attendez un instant.',
  ],
  internal: 'Une erreur du service. Signalez-la avec le numéro de la requête.',
  no_such_endpoint: 'Le service ne connaît pas cette fonction. Rechargez la page.',
  overloaded: 'Le service est surchargé. Réessayez dans un instant.',
  storage_unavailable: 'La base de données ne répond pas. Réessayez dans un instant.',
  invoice_not_found: 'Cette facture n’existe pas ou plus.',
  share_not_found:
    'Ce lien n’est pas valable ou a été révoqué. Demandez‑en un autre à l’expéditeur.',
  invalid_transition: 'Cette étape n’est pas possible avec le statut actuel. Rechargez la page.',
  'invalid_transition.draft':
    'Le document est un brouillon : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.sent':
    'Le document est émis : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.open':
    'Le document est en attente : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.paid':
    'Le document est payé : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.void':
    'Le document est annulé : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.uncollectible':
    'Le document est passé en perte : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.accepted':
    'Le document est accepté : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.declined':
    'Le document est refusé : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.withdrawn':
    'Le document est retiré : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.superseded':
    'Le document est remplacé par une version plus récente : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.new':
    'Le document est nouveau : cette étape n’est pas possible. Rechargez la page.',
  'invalid_transition.rejected':
    'Le document est refusé : cette étape n’est pas possible. Rechargez la page.',
  invoice_locked: 'La facture est émise et ne peut plus être modifiée. Établissez un avoir.',
  invoice_not_deletable: [
    'La facture {number} est émise et ne peut pas être supprimée. Annulez-la ou établissez un avoir.',
    'Seuls les brouillons peuvent être supprimés.',
  ],
  invoice_referenced: 'Un avoir se rapporte à cette facture : elle ne peut pas être supprimée.',
  'invoice_referenced.deducted':
    'La facture {number} déduit cet acompte. Commencez par l’annuler, établir un avoir ou la supprimer.',
  'invoice_referenced.deducted_by_draft':
    'Un brouillon déduit cet acompte. Supprimez d’abord le brouillon.',
  invoice_not_payable: 'Aucun paiement ne peut être enregistré sur ce document.',
  'invoice_not_payable.credit_note':
    'Aucun paiement ne peut être enregistré sur un avoir. Enregistrez-le sur la facture.',
  'invoice_not_payable.draft':
    'Aucun paiement ne peut être enregistré sur un brouillon. Émettez d’abord la facture.',
  'invoice_not_payable.void':
    'La facture est annulée : ses paiements ne peuvent plus être modifiés.',
  'invoice_not_payable.uncollectible':
    'La facture est passée en perte. Choisissez « Attendre de nouveau le paiement » avant d’enregistrer un paiement.',
  period_closed: [
    'Ce jour fait partie d’une période clôturée (jusqu’au {until}). Choisissez un jour à partir du {from}.',
    'Ce jour fait partie d’une période clôturée. Choisissez un jour ultérieur.',
  ],
  already_closed: [
    'Les comptes sont déjà clôturés jusqu’au {until}. Choisissez un jour ultérieur.',
    'Les comptes sont déjà clôturés. Choisissez un jour ultérieur.',
  ],
  not_closed: [
    'Les comptes ne sont clôturés que jusqu’au {until}. Choisissez un jour antérieur.',
    'Aucune période n’est clôturée.',
  ],
  not_past: [
    'Seuls des jours passés peuvent être clôturés, au plus tard le {until}.',
    'Seuls des jours passés peuvent être clôturés.',
  ],
  payment_exists: 'Un paiement avec cette référence et ce montant est déjà enregistré.',
  payment_reversed: 'La banque a rejeté ce paiement. Supprimez d’abord l’annulation.',
  payment_not_reversible:
    'Seul un encaissement de cette facture peut être rejeté : ni remboursement, ni annulation, ni avoir du client.',
  payment_of_provider:
    'Ce paiement vient d’un prestataire de paiement. Remboursez-le chez lui ; le remboursement est comptabilisé automatiquement.',
  payment_of_credit_note: 'Cet escompte est repris par un avoir. Annulez plutôt l’avoir.',
  entry_booked: 'Ce paiement provient d’une écriture bancaire. Annulez son rapprochement.',
  provider_not_found: 'Ce prestataire de paiement n’existe pas ou plus.',
  refund_not_found: 'Ce remboursement n’existe pas ou plus.',
  dispute_not_found: 'Cette contestation n’existe pas ou plus.',
  checkout_not_found: 'Ce paiement en ligne n’existe pas ou plus.',
  provider_payment_not_found: 'Ce paiement d’un prestataire n’existe pas ou plus.',
  refund_exceeds: 'Le remboursement est trop élevé. Il reste au plus {amount} à rembourser.',
  payment_disputed: 'Le client conteste ce paiement. Attendez la décision avant de rembourser.',
  too_many_refunds:
    'Au plus {max} remboursements d’un paiement sont possibles en 24 heures. Réessayez demain.',
  not_of_provider:
    'Ce paiement n’est pas passé par un prestataire. Enregistrez le remboursement comme paiement négatif.',
  nothing_unassigned: 'Ce paiement est déjà affecté.',
  payment_currency_differs:
    'Le paiement est en {currency}. Choisissez une facture dans cette devise.',
  approval_by_person:
    'Seule une personne connectée depuis moins de 15 minutes peut le faire. Reconnectez-vous.',
  too_many_providers: 'Il y a déjà {max} prestataires de paiement. Supprimez-en un.',
  provider_in_use: 'Ce prestataire a déjà servi à des paiements. Désactivez-le plutôt.',
  account_differs:
    'La clé appartient à un autre compte que {name}. Ajoutez un second prestataire pour ce compte.',
  mode_differs:
    'Un prestataire de paiement ne passe pas du mode réel au mode test, ni l’inverse. Ajoutez-en un second pour cette clé.',
  not_payable_online: 'Cette facture ne peut pas être payée en ligne pour le moment.',
  'not_payable_online.not_issued':
    'Un brouillon ne peut pas être payé. Émettez d’abord la facture.',
  'not_payable_online.credit_note': 'Un avoir ne se paie pas.',
  'not_payable_online.void': 'Une facture annulée ne peut pas être payée.',
  'not_payable_online.written_off': 'Une facture passée en perte ne peut pas être payée en ligne.',
  'not_payable_online.nothing_due': 'Il ne reste rien à payer sur cette facture.',
  'not_payable_online.no_provider': 'Aucun prestataire de paiement n’est activé.',
  'not_payable_online.amount_not_expressible':
    'Le prestataire de paiement ne peut pas encaisser ce montant.',
  'not_payable_online.being_collected':
    'Le montant est en cours de prélèvement. Attendez le résultat.',
  'not_payable_online.below_minimum':
    'Le montant est inférieur au minimum du prestataire de paiement.',
  'not_payable_online.above_maximum': 'Le montant dépasse le maximum du prestataire de paiement.',
  'not_payable_online.country_not_offered':
    'Le prestataire de paiement n’est pas proposé dans le pays du client.',
  'not_payable_online.currency_not_offered':
    'Le prestataire de paiement ne propose pas cette devise.',
  'not_payable_online.paid': 'La facture vient d’être payée en ligne.',
  checkout_pending:
    'Un paiement de cette facture est déjà en cours. Attendez que le prestataire de paiement le confirme.',
  provider_failed: 'Le prestataire de paiement refuse : {value}',
  provider_unreachable: 'Le prestataire de paiement ne répond pas. Réessayez dans un instant.',
  payment_method_not_found: 'Ce moyen de paiement n’existe pas (ou plus).',
  method_ended: 'Ce moyen de paiement a pris fin. Enregistrez-en un autre.',
  method_not_active: 'Ce moyen de paiement n’est pas actif. Confirmez-le ou réactivez-le.',
  too_many_payment_methods: 'Le client a déjà {max} moyens de paiement. Mettez fin à l’un d’eux.',
  mandate_exists: 'Cette référence de mandat est déjà utilisée.',
  evidence_missing:
    'Il manque le justificatif du mandat. Ajoutez le formulaire signé aux fichiers du client.',
  creditor_incomplete: 'L’IBAN ou l’identifiant créancier manque dans les réglages.',
  iban_invalid: 'Cet IBAN n’appartient pas à l’espace SEPA. Vérifiez la saisie.',
  mandate_reference_invalid:
    'Une référence de mandat compte de 1 à 35 caractères parmi A–Z, a–z, 0–9 et + ? / - : ( ) . , ’.',
  address_required: 'Hors de l’EEE, le BIC et l’adresse sont obligatoires.',
  name_not_writable:
    'Les banques ne peuvent pas écrire ce nom. Utilisez des lettres latines ou des chiffres.',
  signed_in_future: 'La date de signature est dans le futur.',
  business_mandate_only: 'Un mandat interentreprises n’est possible que pour une entreprise.',
  collection_not_found: 'Ce prélèvement n’existe pas (ou plus).',
  collection_exists: 'Cette facture est déjà en cours de prélèvement.',
  collected_by_provider:
    'Un prestataire de paiement prélève ce montant et communique le résultat. Consultez le paiement chez lui.',
  collection_ended: 'L’état de ce prélèvement ne le permet pas.',
  attempts_used_up:
    'Cette facture a déjà fait l’objet de quatre tentatives d’encaissement en 35 jours. Réessayez plus tard.',
  nothing_to_collect: 'Seule une facture émise et non réglée peut être prélevée.',
  no_consent:
    'Le client n’a aucun moyen de paiement actif qui le permette. Enregistrez d’abord un mandat.',
  currency_not_collected: 'Les prélèvements SEPA se font uniquement en euros.',
  run_not_found: 'Cette remise de prélèvements n’existe pas (ou plus).',
  run_not_draft: 'Seul un brouillon peut être modifié, approuvé ou supprimé.',
  run_not_open: 'L’état de cette remise ne le permet pas.',
  second_person_needed:
    'Vous avez déjà approuvé cette remise. Au-delà de {amount} en 24 heures, une deuxième personne doit l’approuver.',
  run_changed:
    'Un montant, un compte ou un mandat a changé depuis la création du brouillon. Recalculez le brouillon.',
  already_submitted: 'La banque a déjà les fichiers de cette remise.',
  claim_held: 'L’une de ces factures est en cours de paiement. Attendez la fin du paiement.',
  run_file_not_found: 'Cette remise n’a pas de fichier de ce numéro.',
  report_unreadable: 'Le compte rendu de la banque est illisible.',
  report_foreign: 'Ce compte rendu concerne un autre fichier.',
  bank_account_not_found: 'Ce compte bancaire n’existe pas ou plus.',
  bank_file_not_found: 'Ce fichier bancaire n’existe pas ou plus.',
  bank_entry_not_found: 'Cette écriture bancaire n’existe pas ou plus.',
  bank_profile_not_found: 'Cette correspondance de colonnes n’existe pas ou plus.',
  bank_rule_not_found: 'Cette règle n’existe pas ou plus.',
  payer_account_not_found: 'Ce compte n’est pas ou plus associé au client.',
  bank_account_in_use: 'Ce compte a des relevés. Il est conservé, avec sa devise.',
  bank_file_not_ready: 'Le fichier est en cours de traitement. Réessayez dans un instant.',
  entries_booked:
    'Des écritures de ce fichier ont été traitées à la main. Annulez d’abord ces traitements.',
  entry_not_booked: 'Il n’y a rien à annuler pour cette écriture.',
  entry_not_open: 'L’écriture n’est pas ouverte. Rouvrez-la d’abord.',
  proposal_stale: 'La base de cette proposition a changé. Rechargez la page.',
  too_many_rules: '{max} règles au plus sont possibles. Supprimez-en une d’abord.',
  file_unreadable: 'Le relevé est illisible. Téléchargez-le de nouveau auprès de votre banque.',
  'file_unreadable.date': [
    'À la ligne {line}, la date manque ou s’écrit autrement.',
    'Une date manque ou s’écrit autrement.',
  ],
  'file_unreadable.amount': [
    'À la ligne {line}, le montant manque ou s’écrit autrement.',
    'Un montant manque ou s’écrit autrement.',
  ],
  'file_unreadable.currency': [
    'À la ligne {line}, la devise manque ou n’existe pas.',
    'Une devise manque ou n’existe pas.',
  ],
  'file_unreadable.zip':
    'L’archive ZIP est illisible. Recréez-la ou envoyez ses fichiers séparément.',
  'file_unreadable.zip_large':
    'L’archive ZIP est trop volumineuse ou en contient une autre. Envoyez ses fichiers séparément.',
  xml_forbidden: 'Le fichier XML contient une déclaration DOCTYPE : il n’est pas lu.',
  format_not_supported:
    'Ce format n’est pas pris en charge. Exportez en camt.053, camt.054, MT940 ou CSV.',
  csv_profile_needed: 'Les colonnes de ce tableau sont inconnues. Indiquez leur signification.',
  bank_account_unknown: 'Ce compte n’est pas enregistré. Ajoutez-le d’abord.',
  'bank_account_unknown.missing': 'Le fichier n’indique pas son compte. Choisissez-le.',
  bank_account_archived:
    'Le compte {name} est archivé et n’accepte plus de relevé. Rétablissez-le d’abord.',
  currency_differs:
    'Le compte est tenu en {allowed}, le relevé en {currency}. Ajoutez un compte dans cette devise.',
  allocation_exceeds: 'Cela dépasse le solde disponible de l’écriture : {amount}.',
  discount_not_allowed:
    'Aucun escompte n’est accordé à cette date. Indiquez le montant pour l’accorder malgré tout.',
  invoice_has_payments: 'Des paiements sont enregistrés sur cette facture. Supprimez-les d’abord.',
  invoice_changed: 'La facture a été modifiée entre-temps. Rechargez la page.',
  no_such_paper:
    'Seule une facture peut donner lieu à une facture pro forma ou à un bon de livraison.',
  deposit_changed: [
    'L’acompte {number} a changé ou est déjà déduit d’une autre facture. Déduisez de nouveau les acomptes.',
    'Un acompte a changé ou est déjà déduit d’une autre facture. Déduisez de nouveau les acomptes.',
  ],
  deposit_exceeds:
    'Les acomptes dépassent la facture de solde de {amount}. Établissez un avoir sur un acompte ou déduisez-en moins.',
  payment_not_found: 'Ce paiement n’existe pas ou plus.',
  invoice_not_creditable: 'Seule une facture émise peut donner lieu à un avoir.',
  'invoice_not_creditable.credit_note':
    'Un avoir ne peut pas donner lieu à un avoir. Annulez-le plutôt.',
  invoice_has_credits: 'Un avoir existe pour cette facture. Annulez d’abord l’avoir.',
  credit_note_fixed:
    'Un avoir reprend ces données de sa facture. Supprimez le brouillon et créez-en un autre.',
  credit_note_not_duplicable:
    'Un avoir ne peut pas être dupliqué. Créez-en un autre à partir de la facture.',
  number_taken: [
    'Le prochain numéro, {number}, est déjà attribué. Modifiez le format des numéros dans les paramètres.',
    'Ce numéro est déjà attribué.',
  ],
  seller_incomplete:
    'Le nom de votre entreprise manque dans les paramètres. Renseignez-le avant d’émettre des factures.',
  due_before_issue:
    'La date d’échéance précède la date de facture. Ouvrez le brouillon et vérifiez-la.',
  withheld_too_large: 'Le client retiendrait plus que le total. Réduisez la retenue à la source.',
  overcredit: 'Il reste {amount} au plus à porter en avoir.',
  overpayment: [
    'Le paiement est trop élevé : il ne reste que {amount} à payer.',
    'Le paiement dépasse le reste à payer.',
  ],
  'overpayment.refund':
    'Le solde est de {amount}. Enregistrez ce montant au plus, avec un signe moins, comme remboursement.',
  'overpayment.no_refund':
    'Il n’y a rien à rembourser. Émettez d’abord l’avoir, puis enregistrez le remboursement.',
  'overpayment.nothing_due': 'Il ne reste rien à payer sur cette facture.',
  account_too_small: [
    'Le client a un solde créditeur de {amount}. Utilisez ce montant au plus.',
    'Le solde créditeur du client est insuffisant.',
  ],
  'account_too_small.empty': 'Le client n’a pas de solde créditeur dans cette devise.',
  amount_too_large:
    'Le montant est trop grand pour être enregistré exactement. Réduisez les quantités ou les prix.',
  recurring_not_found: 'Cette facture récurrente n’existe pas ou plus.',
  occurrence_not_found: [
    'Le {from} ne fait pas partie du calendrier, ou rien n’y a été modifié.',
    'Ce jour ne fait pas partie du calendrier, ou rien n’y a été modifié.',
  ],
  occurrence_made: [
    'La facture du {from} existe déjà. Modifiez-la ou établissez un avoir.',
    'La facture de ce jour existe déjà. Modifiez-la ou établissez un avoir.',
  ],
  recurring_ended: 'Cette facture récurrente est terminée. Dupliquez-la pour recommencer.',
  recurring_has_runs:
    'Des factures en sont déjà issues. Terminez la facture récurrente au lieu de la supprimer.',
  customer_not_found: 'Ce client n’existe pas ou plus.',
  customer_in_use: 'Ce client a des factures. Archivez-le plutôt.',
  customer_archived: [
    '{name} est archivé : aucune facture n’est créée. Rétablissez le client ou terminez la facture récurrente.',
    'Ce client est archivé. Rétablissez-le d’abord.',
  ],
  reminder_plan_not_found: 'Ce plan de relance n’existe pas ou plus.',
  reminder_not_found: 'Cette relance n’est plus en attente. Rechargez la page.',
  charge_not_found: 'Ces frais de retard n’existent pas ou plus.',
  not_remindable:
    'Cette facture ne peut pas être relancée maintenant. Vérifiez son statut, son échéance et son plan de relance.',
  'not_remindable.draft': 'La facture est un brouillon. Émettez-la d’abord.',
  'not_remindable.credit_note': 'Un avoir n’est pas relancé.',
  'not_remindable.paid': 'La facture est payée.',
  'not_remindable.void': 'La facture est annulée.',
  'not_remindable.uncollectible':
    'La facture est passée en perte. Choisissez d’abord « Attendre de nouveau le paiement ».',
  'not_remindable.nothing_due': 'Il ne reste rien à payer sur cette facture.',
  'not_remindable.no_due_date': 'La facture n’a pas de date d’échéance.',
  'not_remindable.not_due': [
    'La facture n’est pas encore échue. Vous pourrez la relancer à partir du {from}.',
    'La facture n’est pas encore échue.',
  ],
  'not_remindable.being_paid': 'La facture est en cours de prélèvement ou de paiement.',
  'not_remindable.paused': 'Les relances de cette facture sont suspendues. Reprenez-les d’abord.',
  'not_remindable.gap': [
    'La dernière relance est trop récente. Vous pourrez relancer à partir du {from}.',
    'La dernière relance est trop récente.',
  ],
  'not_remindable.level_sent': 'Ce niveau de relance ou un niveau suivant a déjà été envoyé.',
  'not_remindable.unknown_level': 'Ce niveau n’existe pas dans le plan de relance.',
  'not_remindable.finished': 'Tous les niveaux du plan de relance ont été envoyés.',
  reminders_not_paused: 'Les relances de cette facture ne sont pas suspendues.',
  reminder_plan_in_use:
    'Ce plan de relance est celui par défaut, ou un client ou une facture l’utilise. Choisissez-y d’abord un autre plan.',
  too_many_reminder_plans: 'Il y a déjà {max} plans de relance. Supprimez-en d’abord un.',
  charge_not_claimed: 'Ces frais de retard sont déjà abandonnés ou réglés.',
  charges_exceeded: 'Les frais de retard réclamés s’élèvent à {amount}. Ne soldez pas davantage.',
  quote_not_found: 'Ce devis n’existe pas ou plus.',
  quote_locked: 'Le devis est émis et ne peut plus être modifié. Révisez-le ou retirez-le.',
  quote_expired: 'Le devis était valable jusqu’au {until}. Prolongez sa validité ou révisez-le.',
  quote_total_changed:
    'Avec cette sélection, le total est de {amount}. Vérifiez-le, puis répondez de nouveau.',
  quote_changed: 'Le devis a été modifié entre-temps. Rechargez la page et répondez de nouveau.',
  quote_not_accepted: 'Le devis n’est pas encore accepté. Enregistrez d’abord l’acceptation.',
  quote_overinvoiced:
    'Vous factureriez plus que le devis, acomptes compris. Réduisez le montant ou autorisez expressément le dépassement.',
  'quote_overinvoiced.deposit_draft':
    'Une facture d’acompte est encore un brouillon. Émettez-la ou supprimez-la.',
  'quote_overinvoiced.nothing_left': 'Le devis est déjà facturé en totalité.',
  'quote_overinvoiced.item':
    'Il ne reste que {quantity} à facturer sur une ligne. Réduisez la quantité ou autorisez expressément le dépassement.',
  quote_invoiced: 'Ce devis a des factures. Supprimez-les ou annulez-les pour le rouvrir.',
  delivery_note_not_found: 'Ce bon de livraison n’existe pas ou plus.',
  not_deliverable:
    'Un brouillon, une facture annulée, un acompte ou un avoir ne donne pas lieu à un bon de livraison. Émettez la facture ou partez du devis.',
  'not_deliverable.draft': 'La facture est un brouillon. Émettez-la d’abord ou partez du devis.',
  'not_deliverable.void': 'La facture est annulée. Choisissez-en une autre.',
  'not_deliverable.type':
    'Un avoir ou un acompte ne donne pas lieu à un bon de livraison. Partez de la facture ou du devis.',
  delivery_exceeds: [
    'Il ne reste que {quantity} à livrer sur une ligne. Réduisez la quantité ou autorisez expressément le dépassement.',
    'C’est plus que ce qui reste à livrer. Réduisez la quantité ou autorisez expressément le dépassement.',
  ],
  'delivery_exceeds.nothing_left':
    'Tout figure déjà sur des bons de livraison. Il ne reste rien à livrer.',
  too_many_delivery_notes:
    'Il y a déjà {max} bons de livraison ici. Regroupez plus de lignes sur chacun.',
  external_id_taken: 'Cet identifiant externe appartient déjà à une autre fiche.',
  bulk_failed: 'Certaines entrées contiennent des erreurs. Rien n’a été créé. Corrigez-les.',
  product_not_found: 'Ce produit n’existe pas ou plus.',
  product_in_use: 'Des factures citent ce produit. Archivez-le plutôt.',
  price_missing: [
    'Le produit n’a pas de prix en {currency} pour cette quantité et ce jour. Ajoutez-en un.',
    'Le produit n’a pas de prix pour cette devise, cette quantité et ce jour.',
  ],
  price_not_found: 'Ce prix n’existe pas ou plus.',
  contact_not_found: 'Cet interlocuteur n’existe pas ou plus.',
  address_not_found: 'Cette adresse n’existe pas ou plus.',
  too_many_prices: 'Le client a déjà {max} prix. Supprimez-en d’abord un.',
  series_not_found: 'Cette série de numéros n’existe pas ou plus.',
  series_in_use: 'Des numéros de cette série sont déjà attribués. Archivez-la plutôt.',
  series_fixed:
    'Des numéros de cette série sont déjà attribués : elle ne peut plus être modifiée. Créez-en une autre.',
  too_many_series: 'Il y a déjà {max} séries de numéros. Supprimez-en d’abord une.',
  view_not_found: 'Cette vue n’existe pas ou plus.',
  too_many_views: 'Vous avez déjà enregistré {max} vues. Supprimez-en d’abord une.',
  tax_id_checks_off:
    'Le contrôle des numéros de TVA est désactivé. Activez-le dans les paramètres.',
  tax_id_missing: 'Le client n’a pas de numéro de TVA. Renseignez-le d’abord.',
  too_many_entries:
    'Le client a déjà {max} interlocuteurs ou {max} adresses. Supprimez-en d’abord.',
  logo_too_large: 'Le logo dépasse {max_bytes}. Utilisez une image plus petite.',
  statement_too_long:
    'Le relevé compte plus de {max} écritures. Choisissez une période plus courte.',
  template_not_found: 'Ce modèle n’existe pas ou plus.',
  template_protected:
    'Un modèle fourni ne peut être ni supprimé ni remplacé. Installez le vôtre sous un autre nom.',
  version_exists:
    'La version {number} de {name} est déjà installée avec un autre contenu. Donnez un nouveau numéro de version au modèle.',
  manifest_too_large: 'Le manifeste est trop volumineux. Raccourcissez-le.',
  template_unsafe: 'Le modèle contient des éléments interdits. Retirez-les.',
  template_timeout: 'Le contrôle du modèle a pris trop de temps. Simplifiez-le.',
  template_too_large: 'Le modèle dépasse {max_bytes}. Raccourcissez-le.',
  assets_too_large:
    'Les images et polices du modèle dépassent {max_bytes} au total. Utilisez-en moins ou de plus petites.',
  manifest_invalid: 'Le manifeste n’est pas valable. Corrigez les erreurs indiquées.',
  checksum_mismatch:
    'Le fichier {name} du modèle ne correspond pas à la somme de contrôle du manifeste. Demandez à l’éditeur le bon manifeste.',
  asset_refused: '{name} n’est ni une image ni une police. Utilisez PNG, JPEG, WebP, WOFF2 ou TTF.',
  file_not_readable:
    'Le fichier du dossier des modèles du serveur est illisible. Vérifiez le chemin.',
  document_too_large:
    'Le document est trop volumineux pour un PDF. Raccourcissez la facture ou son modèle.',
  renderer_busy: 'Beaucoup de PDF sont en cours. Réessayez dans un instant.',
  renderer_unavailable: 'Les PDF ne peuvent pas être créés pour le moment. Réessayez plus tard.',
  render_timeout:
    'La création du PDF a pris trop de temps. Raccourcissez la facture ou simplifiez son modèle.',
  csv_unreadable: 'Le fichier n’est pas lisible comme CSV. Enregistrez-le au format « CSV UTF-8 ».',
  'csv_unreadable.empty': 'Le fichier est vide. Sa première ligne doit nommer les colonnes.',
  'csv_unreadable.rows': 'Le fichier compte plus de {max} lignes. Divisez-le.',
  'csv_unreadable.columns': 'Le fichier compte plus de {max} colonnes. Supprimez-en.',
  'csv_unreadable.bytes': 'Le fichier dépasse {max_bytes}. Divisez-le.',
  'csv_unreadable.no_text':
    'Ce n’est pas un fichier texte. Enregistrez-le au format CSV dans votre tableur.',
  'csv_unreadable.not_utf8':
    'Le fichier n’est pas enregistré en UTF-8. Enregistrez-le au format « CSV UTF-8 ».',
  'csv_unreadable.open_quote':
    'Ce n’est pas un fichier CSV : un guillemet n’est pas fermé vers la ligne {line}.',
  'csv_unreadable.quote':
    'Ce n’est pas un fichier CSV : un guillemet est mal placé vers la ligne {line}.',
  'csv_unreadable.long_row': 'Vers la ligne {line}, une ligne dépasse 1 Mo. Raccourcissez-la.',
  file_too_large: 'Le fichier dépasse {max_bytes}. Utilisez-en un plus petit.',
  file_type_refused:
    'Ce type de fichier n’est pas accepté. Utilisez PDF, PNG, JPEG, CSV, XLSX ou ODS.',
  'file_type_refused.suffix':
    'Le contenu du fichier est de type {name}, mais son nom se termine par {value}. Renommez-le.',
  einvoice_invalid: 'La facture ne respecte pas le profil de facture électronique :',
  second_tax: 'Une ligne porte deux taxes : il n’y a pas de facture électronique. Utilisez le PDF.',
  einvoice_not_available:
    'Il n’y a pas de facture électronique pour cette facture. Utilisez le PDF.',
  'einvoice_not_available.draft':
    'Un brouillon n’a pas encore de numéro, donc pas de facture électronique. Émettez d’abord la facture.',
  'einvoice_not_available.void': 'La facture est annulée : il n’y a pas de facture électronique.',
  'einvoice_not_available.ask_sender':
    'Cette facture électronique n’est pas disponible au téléchargement. Demandez-la à l’émetteur de la facture ou utilisez le PDF.',
  einvoice_without_items:
    'La facture électronique ne contient que des totaux, sans lignes. Saisissez la facture ou demandez-en une complète à l’expéditeur.',
  einvoice_unreadable:
    'Ce fichier n’est pas une facture électronique lisible. Demandez‑en un autre à l’expéditeur.',
  'einvoice_unreadable.empty': 'Le fichier est vide.',
  'einvoice_unreadable.damaged_pdf':
    'Le PDF est endommagé. Demandez un autre fichier à l’expéditeur.',
  'einvoice_unreadable.locked_pdf':
    'Le PDF est protégé par un mot de passe. Enregistrez-le sans mot de passe.',
  'einvoice_unreadable.plain_pdf':
    'Le PDF ne contient pas de facture électronique. Demandez à l’expéditeur un Factur-X ou un XML.',
  'einvoice_unreadable.encoding':
    'L’encodage du fichier est illisible. Demandez à l’expéditeur un XML en UTF-8.',
  'einvoice_unreadable.not_xml':
    'Le fichier n’est pas un XML correct. Demandez‑en un autre à l’expéditeur.',
  supplier_invoice_not_found: 'Cette facture fournisseur n’existe pas ou plus.',
  supplier_invoice_exists: 'Ce fichier a déjà été reçu.',
  supplier_invoice_decided:
    'Seule une nouvelle facture fournisseur peut être supprimée. Refusez-la ou annulez d’abord la décision.',
  access_point_missing: 'Aucun point d’accès n’est configuré. Configurez-le dans les paramètres.',
  no_electronic_address:
    'L’adresse électronique du client manque sur cette facture. Envoyez-la par e‑mail ou corrigez-la.',
  recipient_unknown:
    'Le réseau ne connaît pas le destinataire {name}. Vérifiez l’adresse électronique ou envoyez un e‑mail.',
  already_transmitted:
    'La facture a déjà été envoyée par le point d’accès ou est en cours d’envoi.',
  transmission_not_found: 'Cette facture n’a pas été envoyée par le point d’accès.',
  access_point_failed: [
    'Le prestataire du point d’accès a répondu avec le statut {status}. Vérifiez l’adresse et la clé, ou adressez-vous à lui.',
    'La réponse du point d’accès est inutilisable. Vérifiez l’adresse ou adressez-vous au prestataire.',
  ],
  einvoice_incomplete:
    'Il manque des données obligatoires à la facture électronique. Demandez‑en une complète à l’expéditeur.',
  einvoice_attachments: 'Le PDF contient {count} factures électroniques. Choisissez-en une.',
  einvoice_several:
    'Le fichier joint au PDF contient {count} factures. Importez ce fichier lui-même au lieu du PDF.',
  einvoice_encrypted:
    'Le fichier est chiffré (.p7m) et seul le détenteur de la clé peut l’ouvrir. Déchiffrez-le ou demandez le fichier XML à l’expéditeur.',
  einvoice_signed:
    'Le fichier est signé (.p7m) et son contenu est illisible. Extrayez le fichier XML et importez-le.',
  einvoice_glyph_missing:
    'Aucune police ne contient ces caractères, dont un PDF avec facture électronique a besoin : {value}. Remplacez-les, ou utilisez le XML et le PDF ordinaire.',
  einvoice_too_complex:
    'La lecture de la facture électronique est trop longue ou demande trop de mémoire. Demandez un fichier plus petit à l’expéditeur.',
  einvoice_format_unknown:
    'Ce fichier XML n’est pas une facture dans un format connu. Utilisez le XML de la facture ou le PDF qui le contient.',
  'einvoice_format_unknown.facturae':
    'Facturae (Espagne) n’est pas pris en charge. Demandez UBL ou CII à l’expéditeur ou saisissez la facture.',
  'einvoice_format_unknown.ebinterface':
    'ebInterface (Autriche) n’est pas pris en charge. Demandez UBL ou CII à l’expéditeur ou saisissez la facture.',
  'einvoice_format_unknown.fsm10':
    'La FatturaPA simplifiée (FSM10) n’est pas prise en charge. Saisissez la facture.',
  'einvoice_format_unknown.nav':
    'Le format de l’administration fiscale hongroise (NAV) n’est pas pris en charge. Demandez UBL ou CII à l’expéditeur.',
  'einvoice_format_unknown.older_fa':
    'Cette version plus ancienne de la FA polonaise n’est pas prise en charge. Demandez une FA(3) à l’expéditeur.',
  'einvoice_format_unknown.order': 'Le fichier est une commande et non une facture.',
  'einvoice_format_unknown.response':
    'Le fichier est une réponse à une facture et non une facture.',
  einvoice_too_large:
    'La facture électronique dépasse {max_bytes}. Demandez à l’expéditeur un fichier sans pièces jointes volumineuses.',
  einvoice_too_long:
    'La facture électronique est trop longue. Demandez à l’expéditeur de la diviser.',
  wrong_credentials: 'L’adresse e‑mail ou le mot de passe est incorrect.',
  wrong_code: 'Le code est incorrect ou a déjà servi. Saisissez le code suivant de l’application.',
  challenge_expired: 'La connexion a pris trop de temps. Recommencez avec le mot de passe.',
  invalid_setup_token:
    'Le lien de configuration n’est pas valable, a expiré ou a déjà servi. Redémarrez le service pour en obtenir un autre.',
  own_account_only:
    'Seule la personne elle-même ou l’exploitant peut modifier son nom, son mot de passe et son second facteur.',
  invite_instead: 'Ici, chacun choisit son propre mot de passe. Invitez la personne.',
  password_reset_not_found:
    'Le lien de nouveau mot de passe n’est pas valable, a expiré ou a déjà servi. Demandez‑en un autre.',
  invitation_not_found:
    'L’invitation n’est pas valable, a expiré ou a déjà servi. Demandez‑en une autre.',
  invitation_for_other:
    'L’invitation est destinée à {name}. Déconnectez-vous ou rejoignez l’entreprise avec ce compte.',
  sign_in_first: 'Cette adresse a déjà un compte. Connectez-vous, puis rouvrez le lien.',
  too_many_invitations: {
    by: 'max',
    one: 'Votre entreprise peut inviter une personne par jour. Réessayez demain.',
    other: 'Votre entreprise peut inviter {n} personnes par jour. Réessayez demain.',
  },
  other_code: 'Ce n’est pas le code qu’affiche le terminal. Saisissez-le à nouveau.',
  out_of_range: [
    'La valeur doit être supérieure à {above} et ne pas dépasser {max}.',
    'La valeur doit être comprise entre {min} et {max}.',
    'Le jour ne peut pas précéder le {from}.',
    'Le jour ne peut pas être postérieur au {until}.',
    'La valeur doit être d’au moins {min}.',
    'La valeur ne doit pas dépasser {max}.',
    'La valeur doit être supérieure à {above}.',
    'La valeur doit être inférieure à {below}.',
    'La valeur est hors des limites admises.',
  ],
  'out_of_range.negative_price': 'Le prix est négatif. Indiquez plutôt une quantité négative.',
  'out_of_range.zero': 'Le montant ne peut pas être nul.',
  'out_of_range.parts': 'Ensemble, les parts dépassent le montant du paiement.',
  'out_of_range.part': 'La valeur ne peut pas être nulle et doit avoir le signe de la ligne.',
  'out_of_range.deposit': 'Après arrondi, il ne reste rien de l’acompte. Demandez davantage.',
  'out_of_range.schedule_end': 'Le calendrier se termine avant son premier jour.',
  'out_of_range.backfill':
    '{count} factures seraient à établir à la fois ; {max} au plus sont possibles. Choisissez un jour plus tardif.',
  'out_of_range.past': 'Ce moment n’est pas dans le futur. Choisissez-en un plus tardif.',
  login_confirmed: 'Cette connexion a déjà été confirmée. Relancez « billwright login ».',
  api_key_revoked: 'Cette clé API est révoquée. Créez-en une autre.',
  second_factor_active: 'Un second facteur est déjà actif. Désactivez-le d’abord.',
  second_factor_inactive: 'Aucun second facteur n’est configuré. Configurez-en d’abord un.',
  wrong_password: 'Le mot de passe actuel est incorrect.',
  email_taken: '{name} a déjà un compte. Utilisez une autre adresse.',
  last_owner:
    'Une entreprise a besoin d’au moins un propriétaire. Nommez d’abord un autre propriétaire.',
  owner_only: 'Réservé aux propriétaires. Adressez-vous à l’un d’eux.',
  domain_not_found: 'Ce domaine n’existe pas ou plus ici.',
  domain_exists: 'Le domaine {name} est déjà inscrit. Vérifiez-le.',
  too_many_domains: {
    by: 'max',
    one: 'Une entreprise peut avoir un domaine. Supprimez-le d’abord.',
    other: 'Une entreprise peut avoir {n} domaines. Supprimez-en d’abord un.',
  },
  domain_unproven:
    'L’enregistrement TXT est encore introuvable dans le DNS. Donnez à {name} la valeur {value} et réessayez plus tard ; cela peut prendre une heure.',
  support_grant_not_found: 'Cet accès de l’assistance n’existe pas ou plus.',
  scope_not_held:
    'Vous ne pouvez pas accorder un droit que vous n’avez pas. Adressez-vous à une personne qui l’a.',
  second_factor_own:
    'Vous ne pouvez pas réinitialiser ici votre propre second facteur. Désactivez-le dans votre compte.',
  api_key_not_found: 'Cette clé API n’existe pas ou plus.',
  user_not_found: 'Cette personne n’existe pas ou plus ici.',
  session_not_found: 'Cette session est déjà terminée. Rechargez la page.',
  oidc_not_configured:
    'L’authentification unique n’est pas configurée. Connectez-vous avec votre mot de passe.',
  already_set_up: 'Le service est déjà configuré. Connectez-vous.',
  too_many_attempts: [
    {
      by: 'seconds',
      one: 'Trop d’essais. Réessayez dans une seconde.',
      other: 'Trop d’essais. Réessayez dans {n} secondes.',
    },
    'Trop d’essais. Attendez un instant.',
  ],
  passwords_busy: 'Trop de personnes se connectent en ce moment. Réessayez dans un instant.',
  webhook_not_found: 'Ce webhook n’existe pas ou plus.',
  delivery_not_found: 'Cet envoi n’existe pas ou plus. Les envois sont conservés 30 jours.',
  too_many_webhooks: 'Il y a déjà {max} webhooks. Supprimez-en d’abord un.',
  too_many_secrets:
    'Ce webhook a déjà cinq secrets valables. Attendez jusqu’au {until} ou créez un autre webhook.',
  mail_not_configured:
    'Le serveur de messagerie ou l’expéditeur manque. Configurez-les sous « E-mail ».',
  operators_mail_only:
    'Ici, les invitations ne partent que par le serveur de messagerie du service (SMTP_URL). Adressez-vous à son exploitant.',
  transport_from_environment:
    'Le serveur de messagerie est fixé dans la configuration du service (SMTP_URL). Adressez-vous à l’exploitant.',
  mail_refused: 'Le serveur de messagerie a refusé le message. Corrigez ses paramètres.',
  mail_server_unusable:
    'Ce service n’a pas pu utiliser le serveur de messagerie et n’a rien envoyé. Corrigez ses paramètres.',
  job_not_found: 'Cette tâche de fond n’existe plus. Les tâches terminées sont supprimées.',
  job_running: 'La tâche de fond est en cours. Attendez qu’elle soit terminée.',
  job_periodic:
    'Cette tâche de fond se répète et ne peut pas être abandonnée. Vous pouvez l’exécuter tout de suite.',
  download_too_large: 'Le fichier à cette adresse dépasse {max_bytes}. Utilisez-en un plus petit.',
  invoice_is_draft: 'Émettez d’abord la facture.',
  delivery_note_is_void: 'Le bon de livraison est annulé. Créez-en un autre.',
  message_not_queued: 'Seul un message en attente ou en échec peut être annulé. Rechargez la page.',
  message_bytes_deleted: 'L’original de ce message est déjà supprimé. Renvoyez-le.',
  message_not_failed: 'Seul un message en échec peut être retenté. Renvoyez-le plutôt.',
  invio_unreadable:
    'Ce n’est pas une base de données d’Invio. Arrêtez Invio et choisissez son fichier SQLite.',
  invio_too_complex:
    'La lecture du fichier est trop longue ou demande trop de mémoire. Importez-le en ligne de commande.',
  import_not_found: 'Cette importation n’existe pas ou plus.',
  import_not_ready: 'L’importation n’est pas encore prête. Attendez la fin de l’étape en cours.',
  import_has_duplicates: {
    by: 'count',
    one: 'Une fiche existe peut-être déjà. Choisissez ce qu’il faut en faire.',
    other: '{n} fiches existent peut-être déjà. Choisissez ce qu’il faut en faire.',
  },
  import_has_faults: {
    by: 'count',
    one: 'Un enregistrement contient des erreurs. Corrigez le fichier ou importez seulement les autres.',
    other:
      '{n} enregistrements contiennent des erreurs. Corrigez le fichier ou importez seulement les autres.',
  },
  already_imported: 'Ce fichier a déjà été importé. Annulez d’abord cette importation.',
  too_many_imports: '{max} importations sont déjà en attente. Terminez-en une ou supprimez-en une.',
  unknown_column: 'L’importation ne connaît pas cette colonne. Associez-la ou supprimez-la.',
  column_twice: 'Cette colonne figure deux fois. Supprimez-en une.',
  unnamed_column:
    'La colonne {number} contient une valeur mais n’a pas de titre. Nommez-la dans la première ligne ou supprimez-la.',
  too_many_cells:
    'La ligne a plus de cellules que de colonnes. Vérifiez les séparateurs et les guillemets.',
  contradiction: 'Les lignes se contredisent. Indiquez partout la même valeur.',
  import_in_use: [
    '{count} des {max} fiches importées ont été modifiées depuis ou sont utilisées. Rien n’a donc été supprimé.',
    'La fiche a été modifiée depuis ou est utilisée : elle est conservée. Supprimez-la vous-même si besoin.',
  ],
  csv_too_large:
    'Le fichier CSV dépasse {max_bytes}. Divisez-le ou importez-le en ligne de commande.',
  entry_not_found: 'Cette saisie n’existe pas ou plus.',
  entry_billed:
    'La saisie est déjà facturée. Supprimez le brouillon ou sa ligne, ou annulez la facture.',
  nothing_to_bill:
    'Rien à facturer à ce client dans cette devise jusqu’à cette date. Vérifiez le client, la devise et la date.',
  file_not_found: 'Ce fichier n’existe pas ou plus.',
  file_locked:
    'Le document est émis : les fichiers visibles par le client ne peuvent plus être modifiés. Ajoutez un fichier interne.',
  too_many_files:
    'Il n’y a plus de place : {max} fichiers et {max_bytes} au total au maximum. Supprimez-en d’abord un.',
  invoice_is_void: 'La facture est annulée. Envoyez-en une autre.',
  no_recipient: 'Le client n’a pas d’adresse e‑mail. Indiquez un destinataire.',
  too_many_recipients: 'Il y a trop de destinataires : {max} au plus au total.',
  attachments_too_large: 'Les pièces jointes dépassent {max_bytes}. Envoyez plutôt le lien.',
  webhook_disabled: 'Ce webhook est désactivé. Activez-le d’abord.',
  message_not_found: 'Ce message n’existe pas ou plus.',
  message_not_built:
    'Le message n’est pas encore envoyé, ou son original a été supprimé à l’échéance du délai.',
  message_template_not_found: 'Ce type de message ou cette langue n’existe pas.',
  url_refused: 'Cette adresse n’est pas autorisée. Utilisez une adresse publique en https.',
  'url_refused.scheme': 'L’adresse doit commencer par https://.',
  'url_refused.length': 'L’adresse est trop longue.',
  'url_refused.credentials': 'L’adresse contient des identifiants. Retirez-les.',
  'url_refused.port': 'Ce port n’est pas autorisé.',
  'url_refused.host': 'Le nom du serveur n’est pas valable ou n’est pas public.',
  'url_refused.address': 'Le serveur n’a pas d’adresse publique.',
  'url_refused.redirect': 'Le serveur redirige vers une adresse qui n’est pas autorisée.',
  'url_refused.syntax': 'Ce n’est pas une adresse web valable.',
  outbound_busy: 'Trop de téléchargements sont en attente. Réessayez dans un instant.',
  upstream_unreachable: 'Aucune connexion sécurisée à {name}. Vérifiez l’adresse et le certificat.',
  upstream_unusable: 'La réponse de {name} est inutilisable. Vérifiez l’adresse.',
  upstream_status: '{name} a répondu par l’erreur {status}. Vérifiez l’adresse.',
  upstream_timeout: '{name} a mis trop de temps. Réessayez plus tard.',
  outbound_closed: 'Le service est en cours d’arrêt. Réessayez dans un instant.',
  required: 'Ce champ est obligatoire.',
  address_empty: 'L’adresse est vide. Indiquez-en une partie ou un nom.',
  wrong_type: 'Cela ne convient pas à ce champ.',
  wrong_format: 'Le format n’est pas bon.',
  'wrong_format.skonto':
    'Ligne {line} : écrivez l’escompte sous la forme #SKONTO#TAGE=14#PROZENT=2.00# (365 jours maximum, taux supérieur à 0 %), ou utilisez les champs ci-dessous.',
  'wrong_format.email': 'Indiquez une adresse e‑mail, par exemple facturation@example.com.',
  'wrong_format.emails': 'Indiquez {max} adresses e‑mail au plus.',
  'wrong_format.date': 'Indiquez une date valable.',
  'wrong_format.not_a_date': '« {value} » dans {name} n’est pas une date.',
  'wrong_format.not_a_number':
    '« {value} » dans {name} n’est pas un nombre à point décimal de 64 caractères au plus.',
  'wrong_format.not_a_code': '« {value} » dans {name} n’est pas un code de sa liste.',
  'wrong_format.color': 'Indiquez une couleur, par exemple #1a73e8.',
  'wrong_format.website': 'Indiquez une adresse web, par exemple https://example.com.',
  'wrong_format.iban': 'Indiquez un IBAN, par exemple FR76 3000 6000 0112 3456 7890 189.',
  'wrong_format.creditor_id': 'Indiquez un identifiant créancier, par exemple DE98ZZZ09999999999.',
  'wrong_format.qr_iban':
    'Indiquez un QR-IBAN, par exemple CH44 3199 9123 0008 8901 2. Votre banque suisse vous le communique.',
  'wrong_format.bic': 'Un BIC compte 8 ou 11 caractères, par exemple BNPAFRPPXXX.',
  'wrong_format.scheme': 'Indiquez un schéma tel que 0088, 0009 ou EM.',
  wrong_checksum: 'La clé de contrôle est incorrecte. Vérifiez la saisie.',
  invalid: 'Ce n’est pas valable.',
  invalid_text: 'Le texte contient des caractères interdits. Retirez-les.',
  no_item: 'Il n’y a aucune ligne facturée. Ajoutez-en une avant l’émission.',
  duration_differs: 'La quantité et la durée se contredisent. Indiquez seulement l’une des deux.',
  no_time_unit: 'Une durée exige une unité de temps, par exemple l’heure.',
  not_for_kind: 'Cette valeur n’existe pas pour ce choix. Laissez-la vide.',
  not_allowed: [
    'Cette valeur n’est pas admise ici. Valeurs possibles : {allowed}.',
    'Cette valeur n’est pas admise ici.',
  ],
  'not_allowed.second_tax': 'Seule la catégorie S admet une deuxième taxe.',
  'not_allowed.cash_step':
    'Il n’y a pas de montant aussi petit dans cette devise. Choisissez-en un plus grand.',
  'not_allowed.two_withholdings':
    'La retenue à la source est indiquée deux fois, de façon différente. Indiquez-la une seule fois.',
  'not_allowed.rate_of_untaxed': 'Dans cette catégorie de TVA, le taux doit être 0.',
  'not_allowed.zero_rate':
    'Le taux normal doit être supérieur à 0. Pour 0 %, choisissez une autre catégorie de TVA.',
  'not_allowed.repeat': 'Seul le dernier niveau de relance peut se répéter.',
  too_short: [
    {
      by: 'min',
      one: 'C’est trop court : au moins un caractère.',
      other: 'C’est trop court : au moins {n} caractères.',
    },
    'C’est trop court.',
  ],
  too_long: [
    {
      by: 'max',
      one: 'C’est trop long : un caractère au plus.',
      other: 'C’est trop long : {n} caractères au plus.',
    },
    'C’est trop long.',
  ],
  too_few_items: [
    {
      by: 'min',
      one: 'Il manque des entrées : il en faut au moins une.',
      other: 'Il manque des entrées : il en faut au moins {n}.',
    },
    'Il manque des entrées.',
  ],
  too_many_items: [
    {
      by: 'max',
      one: 'Il y a trop d’entrées : une seule est possible.',
      other: 'Il y a trop d’entrées : {n} au plus.',
    },
    'Il y a trop d’entrées.',
  ],
  too_many_fields: 'Il y a trop de données : {max} au plus.',
  duplicate: 'Cela figure deux fois. Retirez l’un des deux.',
  'duplicate.item_number': 'Un autre produit a déjà la référence {value}.',
  incomplete: 'Il manque des données qui vont avec celle-ci. Complétez-les.',
  not_a_number: 'Ce n’est pas un nombre.',
  too_precise: [
    {
      by: 'max',
      one: 'Il y a trop de décimales : une au plus.',
      other: 'Il y a trop de décimales : {n} au plus.',
    },
    'Il y a trop de chiffres.',
  ],
  'too_precise.whole': 'Les décimales ne sont pas possibles ici. Indiquez un nombre entier.',
  too_large: 'C’est trop grand.',
  percent_or_amount: 'Indiquez soit un pourcentage, soit un montant.',
  quantity_or_amount: 'Indiquez soit une quantité, soit un montant.',
  unknown_item: 'Cette ligne n’existe pas dans la facture.',
  rate_needed: 'Cette catégorie de TVA demande un taux. Indiquez-le.',
  rate_not_allowed: 'Cette catégorie de TVA n’a pas de taux. Retirez-le.',
  invalid_pattern:
    'Ce format ne donne pas de numéros uniques et continus. Utilisez {YYYY}, {YY}, {MM} et {SEQ:n}, des lettres, des chiffres et + - _ / .',
  same_numbers: [
    'Le format « {value} » donnerait les mêmes numéros. Utilisez des formats différents.',
    'Deux documents auraient le même numéro.',
  ],
  ambiguous_customer:
    'Plusieurs clients s’appellent {name}\u00a0: {allowed}. Indiquez l’identifiant du bon client dans la colonne «\u00a0ID client\u00a0» (customer_id).',
  unknown_customer: 'Ce client n’existe pas. Choisissez-en un autre.',
  unknown_contact: 'Cet interlocuteur n’existe pas ou plus chez ce client.',
  unknown_series: 'Cette série n’existe pas pour ce type de document, ou elle est archivée.',
  unknown_address: 'Cette adresse n’existe pas ou plus chez ce client.',
  quantity_or_percent: 'Indiquez soit une quantité, soit un pourcentage.',
  unknown_placeholder: 'Le texte contient une variable inconnue. Vérifiez son orthographe.',
  unknown_template: 'Ce modèle n’existe pas. Choisissez-en un autre.',
  tls_required:
    'Sans TLS, seuls les serveurs autorisés par l’exploitant sont admis. Choisissez une connexion chiffrée.',
  base_rate_missing:
    'Aucune pénalité de retard n’a été calculée, car un taux de base manque dans le plan de relance. Ajoutez-le.',
  charges_on_first_level:
    'La première relance réclame déjà des frais. L’usage est de commencer par un rappel sans frais.',
  unknown_plan: 'Ce plan de relance n’existe pas. Choisissez-en un autre.',
  unknown_entry: 'Cette saisie n’existe pas pour ce client dans cette devise.',
  unknown_product: 'Ce produit n’existe pas. Choisissez-en un autre.',
  unknown_preset:
    'Ce taux de TVA n’existe pas dans les paramètres, ou n’est pas en vigueur le jour de la prestation.',
  price_or_discount: 'Indiquez soit un prix, soit une remise.',
  unknown_event_type: 'Ce type d’événement n’existe pas.',
  unknown_invoice: 'Cette facture n’existe pas.',
  unknown_deposit: 'Ce n’est pas une facture d’acompte émise à ce client dans cette devise.',
  percent_or_total: 'Indiquez soit un pourcentage, soit un total.',
  nothing_left: 'Cette ligne a déjà fait l’objet d’un avoir intégral. Retirez-la.',
  unknown_currency: 'Cette devise n’existe pas. Choisissez-en une dans la liste.',
  unknown_unit: 'Cette unité n’existe pas. Choisissez-en une dans la liste.',
  unknown_country: 'Ce pays n’existe pas. Choisissez-en un dans la liste.',
  unknown_language: 'Cette langue n’existe pas. Choisissez-en une dans la liste.',
  unknown_time_zone: 'Ce fuseau horaire n’existe pas. Choisissez-en un dans la liste.',
  invalid_logo: 'Le logo n’est pas une image prise en charge. Utilisez PNG, JPEG, WebP ou SVG.',
  password_common: 'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
  password_guessable: [
    'Le mot de passe contient « {value} » et se devine facilement. Choisissez-en un autre.',
    'Le mot de passe contient votre nom, votre adresse ou une suite facile. Choisissez-en un autre.',
  ],
}
