import type { ErrorWords } from './errors.ts'

/** What went wrong, by the code of the error or of the fault in a field. */
export const errors: ErrorWords = {
  unauthenticated: 'Vous n’êtes plus connecté. Connectez-vous à nouveau.',
  missing_scope: 'Vous n’avez pas ce droit. Adressez-vous à un administrateur.',
  company_required: 'Vous faites partie de plusieurs entreprises. Choisissez-en une.',
  company_not_found: 'Cette entreprise n’existe pas, ou vous n’en faites pas partie.',
  company_suspended: 'Cette entreprise est suspendue et ne peut plus rien émettre.',
  limit_reached: 'Une limite de votre entreprise est atteinte. Adressez-vous à l’exploitant.',
  company_deleting:
    'Cette entreprise est en cours de suppression et ne peut plus être modifiée. Seul l’exploitant peut la rétablir.',
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
    'L’importation ou le transfert a duré plus d’une semaine et a été abandonné. Recommencez.',
  company_archive_untrue:
    'Le contrôle de l’archive a échoué. Rien n’a été importé. Exportez-la de nouveau.',
  wrong_passphrase: 'Cette phrase secrète n’ouvre pas l’archive. Utilisez celle de l’exportation.',
  retention_running:
    'Le délai de conservation des documents court encore. Exportez d’abord l’entreprise pour pouvoir la supprimer.',
  first_company: 'La première entreprise d’une installation ne peut pas être supprimée.',
  cross_site_request: 'La modification venait d’un autre site. Rouvrez cette page et réessayez.',
  request_timeout: 'L’envoi a pris trop de temps. Vérifiez votre connexion et réessayez.',
  precondition_failed: 'Une autre personne a modifié ceci entre-temps. Rechargez la page.',
  idempotency_in_flight: 'La même modification est en cours. Réessayez dans un instant.',
  body_too_large: 'La requête est trop volumineuse.',
  unsupported_media_type: 'Ce type de fichier n’est pas accepté ici. Choisissez-en un autre.',
  invalid_request: 'Certaines données ne sont pas valables.',
  exports_running: 'Deux exportations sont déjà en cours. Attendez la fin de l’une d’elles.',
  rate_limited: 'Trop de requêtes. Attendez un instant.',
  internal: 'Une erreur du service. Signalez-la avec le numéro de la requête.',
  overloaded: 'Le service est surchargé. Réessayez dans un instant.',
  storage_unavailable: 'La base de données ne répond pas. Réessayez dans un instant.',
  invoice_not_found: 'Cette facture n’existe pas ou plus.',
  share_not_found:
    'Ce lien n’est pas valable ou a été révoqué. Demandez-en un autre à l’expéditeur.',
  invalid_transition: 'Cette étape n’est pas possible avec le statut actuel.',
  invoice_locked: 'La facture est émise et ne peut plus être modifiée.',
  invoice_not_deletable: 'Seuls les brouillons peuvent être supprimés.',
  invoice_referenced: 'Un autre document se rapporte à cette facture.',
  invoice_not_payable: 'Aucun paiement ne peut être enregistré sur ce document.',
  payment_exists: 'Un paiement avec cette référence et ce montant est déjà enregistré.',
  invoice_has_payments: 'Des paiements sont enregistrés sur cette facture. Supprimez-les d’abord.',
  invoice_changed: 'La facture a été modifiée entre-temps. Rechargez la page.',
  no_such_paper:
    'Seule une facture peut donner lieu à une facture pro forma ou à un bon de livraison.',
  deposit_changed:
    'Un acompte a changé ou est déjà déduit d’une autre facture. Déduisez de nouveau les acomptes.',
  deposit_exceeds:
    'Les acomptes dépassent la facture de solde. Établissez un avoir sur un acompte ou déduisez-en moins.',
  payment_not_found: 'Ce paiement n’existe pas ou plus.',
  invoice_not_creditable: 'Seule une facture émise peut donner lieu à un avoir.',
  invoice_has_credits: 'Un avoir existe pour cette facture.',
  credit_note_fixed:
    'Un avoir reprend ces données de sa facture. Supprimez le brouillon et créez-en un autre.',
  credit_note_not_duplicable:
    'Un avoir ne peut pas être dupliqué. Créez-en un autre à partir de la facture.',
  number_taken: 'Ce numéro est déjà attribué.',
  seller_incomplete:
    'Le nom de votre entreprise manque dans les paramètres. Renseignez-le avant d’émettre des factures.',
  overcredit: 'C’est plus que ce qui reste de la facture.',
  overpayment: 'Le paiement dépasse le montant dû.',
  account_too_small: 'Le solde créditeur du client est insuffisant.',
  amount_too_large: 'Le montant est trop grand pour être enregistré exactement.',
  recurring_not_found: 'Cette facture récurrente n’existe pas ou plus.',
  occurrence_not_found: 'Ce jour ne fait pas partie du calendrier, ou rien n’y a été modifié.',
  occurrence_made: 'La facture de ce jour existe déjà. Modifiez-la ou établissez un avoir.',
  recurring_ended: 'Cette facture récurrente est terminée. Dupliquez-la pour recommencer.',
  recurring_has_runs:
    'Des factures en sont déjà issues. Terminez la facture récurrente au lieu de la supprimer.',
  customer_not_found: 'Ce client n’existe pas ou plus.',
  customer_in_use: 'Ce client a des factures. Archivez-le plutôt.',
  customer_archived: 'Ce client est archivé.',
  reminder_plan_not_found: 'Ce plan de relance n’existe pas ou plus.',
  reminder_not_found: 'Cette relance n’est plus en attente. Rechargez la page.',
  charge_not_found: 'Ces frais de retard n’existent pas ou plus.',
  not_remindable:
    'Cette facture ne peut pas être relancée maintenant. Vérifiez son statut, son échéance et son plan de relance.',
  reminders_not_paused: 'Les relances de cette facture ne sont pas suspendues.',
  reminder_plan_in_use:
    'Ce plan de relance est celui par défaut, ou un client ou une facture l’utilise. Choisissez-y d’abord un autre plan.',
  too_many_reminder_plans: 'Il y a déjà 20 plans de relance. Supprimez-en d’abord un.',
  charge_not_claimed: 'Ces frais de retard sont déjà abandonnés ou réglés.',
  charges_exceeded:
    'Le montant dépasse les frais de retard réclamés. Ne soldez pas plus que ceux-ci.',
  quote_not_found: 'Ce devis n’existe pas ou plus.',
  quote_locked: 'Le devis est émis et ne peut plus être modifié. Révisez-le ou retirez-le.',
  quote_expired: 'Le devis a expiré. Prolongez sa validité ou révisez-le.',
  quote_changed: 'Le devis a été modifié entre-temps. Rechargez la page et répondez de nouveau.',
  quote_not_accepted: 'Le devis n’est pas encore accepté. Enregistrez d’abord l’acceptation.',
  quote_overinvoiced:
    'Vous factureriez plus que le devis, acomptes compris. Réduisez le montant ou autorisez expressément le dépassement.',
  quote_invoiced: 'Ce devis a des factures. Supprimez-les ou annulez-les pour le rouvrir.',
  delivery_note_not_found: 'Ce bon de livraison n’existe pas ou plus.',
  not_deliverable:
    'Un brouillon, une facture annulée, un acompte ou un avoir ne donne pas lieu à un bon de livraison. Émettez la facture ou partez du devis.',
  delivery_exceeds:
    'C’est plus que ce qui reste à livrer. Réduisez la quantité ou autorisez expressément le dépassement.',
  too_many_delivery_notes:
    'Il y a déjà 500 bons de livraison ici. Regroupez plus de lignes sur chacun.',
  external_id_taken: 'Cet identifiant externe appartient déjà à une autre fiche.',
  bulk_failed: 'Certaines entrées contiennent des erreurs. Rien n’a été créé. Corrigez-les.',
  product_not_found: 'Ce produit n’existe pas ou plus.',
  product_in_use: 'Des factures citent ce produit. Archivez-le plutôt.',
  price_missing: 'Le produit n’a pas de prix pour cette devise, cette quantité et ce jour.',
  price_not_found: 'Ce prix n’existe pas ou plus.',
  contact_not_found: 'Cet interlocuteur n’existe pas ou plus.',
  address_not_found: 'Cette adresse n’existe pas ou plus.',
  too_many_prices: 'Le client a déjà 1 000 prix. Supprimez-en d’abord un.',
  series_not_found: 'Cette série de numéros n’existe pas ou plus.',
  series_in_use: 'Des numéros de cette série sont déjà attribués. Archivez-la plutôt.',
  series_fixed:
    'Des numéros de cette série sont déjà attribués : elle ne peut plus être modifiée. Créez-en une autre.',
  too_many_series: 'Il y a déjà 50 séries de numéros. Supprimez-en d’abord une.',
  view_not_found: 'Cette vue n’existe pas ou plus.',
  too_many_views: 'Vous avez déjà enregistré 50 vues. Supprimez-en d’abord une.',
  tax_id_checks_off:
    'Le contrôle des numéros de TVA est désactivé. Activez-le dans les paramètres.',
  tax_id_missing: 'Le client n’a pas de numéro de TVA. Renseignez-le d’abord.',
  too_many_entries: 'Le client a déjà 50 interlocuteurs ou 50 adresses. Supprimez-en d’abord.',
  logo_too_large: 'Le logo est trop volumineux.',
  statement_too_long: 'Le relevé est trop long. Choisissez une période plus courte.',
  template_not_found: 'Ce modèle n’existe pas ou plus.',
  template_protected: 'Ce modèle ne peut pas être supprimé.',
  version_exists:
    'Cette version est déjà installée avec un autre contenu. Donnez un nouveau numéro de version au modèle.',
  manifest_too_large: 'Le manifeste est trop volumineux. Raccourcissez-le.',
  template_unsafe: 'Le modèle contient des éléments interdits.',
  template_timeout: 'Le contrôle du modèle a pris trop de temps. Simplifiez-le.',
  template_too_large: 'Le modèle est trop volumineux.',
  assets_too_large:
    'Les images et polices du modèle sont trop volumineuses au total. Utilisez-en moins ou de plus petites.',
  manifest_invalid: 'Le manifeste n’est pas valable.',
  checksum_mismatch:
    'Un fichier du modèle ne correspond pas à la somme de contrôle du manifeste. Demandez à l’éditeur le bon manifeste.',
  asset_refused:
    'Un fichier n’est ni une image ni une police. Utilisez PNG, JPEG, WebP, WOFF2 ou TTF.',
  file_not_readable:
    'Le fichier du dossier des modèles du serveur est illisible. Vérifiez le chemin.',
  document_too_large: 'Le document est trop volumineux pour un PDF.',
  renderer_busy: 'Beaucoup de PDF sont en cours. Réessayez dans un instant.',
  renderer_unavailable: 'Les PDF ne peuvent pas être créés pour le moment.',
  render_timeout: 'Le PDF a pris trop de temps.',
  csv_unreadable:
    'Le fichier est vide ou n’est pas un CSV en UTF-8. Enregistrez-le au format « CSV UTF-8 ».',
  file_too_large: 'Le fichier est trop volumineux.',
  file_type_refused: 'Ce type de fichier n’est pas accepté.',
  einvoice_invalid: 'La facture ne respecte pas le profil de facture électronique :',
  einvoice_not_available:
    'Il n’y a pas de facture électronique pour cette facture. Émettez-la d’abord ou utilisez le PDF.',
  einvoice_without_items:
    'La facture électronique ne contient que des totaux, sans lignes. Saisissez la facture ou demandez-en une complète à l’expéditeur.',
  einvoice_unreadable: 'Ce fichier n’est pas une facture électronique lisible.',
  supplier_invoice_not_found: 'Cette facture fournisseur n’existe pas ou plus.',
  supplier_invoice_exists: 'Ce fichier a déjà été reçu.',
  supplier_invoice_decided:
    'Seule une nouvelle facture fournisseur peut être supprimée. Refusez-la ou annulez d’abord la décision.',
  access_point_missing: 'Aucun point d’accès n’est configuré. Configurez-le dans les paramètres.',
  no_electronic_address:
    'L’adresse électronique du client manque sur cette facture. Envoyez-la par e-mail ou corrigez-la.',
  recipient_unknown:
    'Le réseau ne connaît pas ce destinataire. Vérifiez l’adresse électronique ou envoyez un e-mail.',
  already_transmitted:
    'La facture a déjà été envoyée par le point d’accès ou est en cours d’envoi.',
  transmission_not_found: 'Cette facture n’a pas été envoyée par le point d’accès.',
  access_point_failed:
    'Le prestataire du point d’accès a refusé la demande. Vérifiez l’adresse et la clé, ou adressez-vous à lui.',
  einvoice_incomplete: 'Il manque des données obligatoires à la facture électronique.',
  einvoice_several: 'Le fichier contient plusieurs factures. Importez un fichier par facture.',
  einvoice_signed:
    'Le fichier est signé (.p7m) et son contenu est illisible. Extrayez le fichier XML et importez-le.',
  einvoice_too_complex:
    'La lecture de la facture électronique est trop longue ou demande trop de mémoire. Demandez un fichier plus petit à l’expéditeur.',
  einvoice_format_unknown: 'Ce fichier XML n’est pas une facture dans un format connu.',
  einvoice_too_large: 'La facture électronique est trop volumineuse.',
  einvoice_too_long:
    'La facture électronique est trop longue. Demandez à l’expéditeur de la diviser.',
  wrong_credentials: 'L’adresse e-mail ou le mot de passe est incorrect.',
  wrong_code: 'Le code est incorrect ou a déjà servi.',
  challenge_expired: 'La connexion a pris trop de temps. Recommencez avec le mot de passe.',
  invalid_setup_token:
    'Le lien de configuration n’est pas valable, a expiré ou a déjà servi. Redémarrez le service pour en obtenir un autre.',
  own_account_only:
    'Seule la personne elle-même ou l’exploitant peut modifier son nom, son mot de passe et son second facteur.',
  invite_instead: 'Ici, chacun choisit son propre mot de passe. Invitez la personne.',
  password_reset_not_found:
    'Le lien de nouveau mot de passe n’est pas valable, a expiré ou a déjà servi. Demandez-en un autre.',
  invitation_not_found:
    'L’invitation n’est pas valable, a expiré ou a déjà servi. Demandez-en une autre.',
  invitation_for_other:
    'L’invitation est destinée à une autre adresse. Déconnectez-vous ou rejoignez l’entreprise avec ce compte.',
  sign_in_first: 'Cette adresse a déjà un compte. Connectez-vous, puis rouvrez le lien.',
  too_many_invitations: 'Trop de personnes ont été invitées aujourd’hui. Réessayez demain.',
  other_code: 'Ce n’est pas le code qu’affiche le terminal.',
  out_of_range: 'La valeur est hors des limites admises.',
  login_confirmed: 'Cette connexion a déjà été confirmée. Relancez « billwright login ».',
  api_key_revoked: 'Cette clé d’API est révoquée. Créez-en une autre.',
  second_factor_active: 'Un second facteur est déjà actif. Désactivez-le d’abord.',
  second_factor_inactive: 'Aucun second facteur n’est configuré.',
  wrong_password: 'Le mot de passe actuel est incorrect.',
  email_taken: 'Cette adresse e-mail a déjà un compte.',
  last_owner: 'Une entreprise a besoin d’au moins un propriétaire.',
  owner_only: 'Réservé aux propriétaires.',
  domain_not_found: 'Ce domaine n’existe pas ou plus ici.',
  domain_exists: 'Ce domaine est déjà inscrit. Vérifiez-le.',
  too_many_domains: 'Une entreprise peut avoir cinq domaines. Supprimez-en d’abord un.',
  domain_unproven:
    'L’enregistrement TXT de ce domaine est encore introuvable dans le DNS. Ajoutez-le et réessayez plus tard ; cela peut prendre une heure.',
  support_grant_not_found: 'Cet accès du support n’existe pas ou plus.',
  scope_not_held:
    'Vous ne pouvez pas accorder un droit que vous n’avez pas. Adressez-vous à une personne qui l’a.',
  second_factor_own:
    'Vous ne pouvez pas réinitialiser ici votre propre second facteur. Désactivez-le dans votre compte.',
  api_key_not_found: 'Cette clé d’API n’existe pas ou plus.',
  user_not_found: 'Cette personne n’existe pas ou plus ici.',
  session_not_found: 'Cette session est déjà terminée. Rechargez la page.',
  oidc_not_configured:
    'L’authentification unique n’est pas configurée. Connectez-vous avec votre mot de passe.',
  already_set_up: 'Le service est déjà configuré. Connectez-vous.',
  too_many_attempts: 'Trop d’essais. Attendez un instant.',
  passwords_busy: 'Trop de personnes se connectent en ce moment. Réessayez dans un instant.',
  webhook_not_found: 'Ce webhook n’existe pas ou plus.',
  delivery_not_found: 'Cet envoi n’existe pas ou plus. Les envois sont conservés 30 jours.',
  too_many_webhooks: 'Il y a déjà trop de webhooks. Supprimez-en d’abord un.',
  too_many_secrets:
    'Ce webhook a déjà cinq secrets valables. Attendez que le plus ancien expire ou créez un autre webhook.',
  mail_not_configured: 'Aucun serveur de messagerie n’est configuré.',
  transport_from_environment:
    'Le serveur de messagerie est fixé dans la configuration du service (SMTP_URL). Adressez-vous à l’exploitant.',
  mail_refused: 'Le serveur de messagerie a refusé le message.',
  job_not_found: 'Cette tâche de fond n’existe plus. Les tâches terminées sont supprimées.',
  job_running: 'La tâche de fond est en cours. Attendez qu’elle soit terminée.',
  job_periodic:
    'Cette tâche de fond se répète et ne peut pas être abandonnée. Vous pouvez l’exécuter tout de suite.',
  download_too_large: 'Le fichier à cette adresse est trop volumineux. Utilisez-en un plus petit.',
  invoice_is_draft: 'Émettez d’abord la facture.',
  delivery_note_is_void: 'Le bon de livraison est annulé. Créez-en un autre.',
  message_not_queued: 'Seul un message en attente ou en échec peut être annulé. Rechargez la page.',
  message_bytes_deleted: 'L’original de ce message est déjà supprimé. Renvoyez-le.',
  message_not_failed: 'Seul un message en échec peut être retenté. Renvoyez-le plutôt.',
  invio_unreadable:
    'Ce n’est pas une base de données d’Invio. Arrêtez Invio et choisissez son fichier SQLite.',
  invio_too_complex:
    'La lecture du fichier est trop longue ou demande trop de mémoire. Importez-le en ligne de commande.',
  invio_too_large: 'Le fichier est trop volumineux. Importez-le en ligne de commande.',
  import_not_found: 'Cette importation n’existe pas ou plus.',
  import_not_ready: 'L’importation n’en est pas encore là. Attendez la fin de l’étape en cours.',
  import_has_faults:
    'Certains enregistrements contiennent des erreurs. Corrigez le fichier ou importez seulement les autres.',
  already_imported: 'Ce fichier a déjà été importé. Annulez d’abord cette importation.',
  too_many_imports: 'Vingt importations sont en attente. Terminez-en une ou supprimez-la.',
  import_in_use:
    'La fiche a été modifiée depuis ou est utilisée : elle est conservée. Supprimez-la vous-même si besoin.',
  csv_too_large:
    'Le fichier CSV est trop volumineux. Divisez-le ou importez-le en ligne de commande.',
  entry_not_found: 'Cette entrée n’existe pas ou plus.',
  entry_billed:
    'L’entrée est déjà facturée. Supprimez le brouillon ou sa ligne, ou annulez la facture.',
  nothing_to_bill:
    'Rien à facturer à ce client dans cette devise jusqu’à ce jour. Vérifiez le client, la devise et le jour.',
  file_not_found: 'Ce fichier n’existe pas ou plus.',
  file_locked:
    'Le document est émis : les fichiers visibles par le client ne peuvent plus être modifiés. Ajoutez un fichier interne.',
  too_many_files:
    'Il n’y a plus de place : 10 fichiers et 20 Mio au total au maximum. Supprimez-en d’abord un.',
  invoice_is_void: 'La facture est annulée.',
  no_recipient: 'Le client n’a pas d’adresse e-mail.',
  too_many_recipients: 'Trop de destinataires.',
  attachments_too_large: 'Les pièces jointes sont trop volumineuses.',
  webhook_disabled: 'Ce webhook est désactivé.',
  message_not_found: 'Ce message n’existe pas ou plus.',
  message_not_built:
    'Le message n’est pas encore envoyé, ou son original a été supprimé à l’échéance du délai.',
  message_template_not_found: 'Ce type de message ou cette langue n’existe pas.',
  url_refused: 'Cette adresse n’est pas autorisée.',
  outbound_busy: 'Trop de téléchargements sont en attente. Réessayez dans un instant.',
  upstream_unreachable: 'L’autre serveur ne répond pas.',
  upstream_unusable: 'La réponse de l’autre serveur est inutilisable. Vérifiez l’adresse.',
  upstream_status: 'L’autre serveur a répondu par une erreur. Vérifiez l’adresse.',
  upstream_timeout: 'L’autre serveur a mis trop de temps.',
  outbound_closed: 'Le service est en cours d’arrêt. Réessayez dans un instant.',
  required: 'Ce champ est obligatoire.',
  address_empty: 'L’adresse est vide. Indiquez-en une partie ou un nom.',
  wrong_type: 'Cela ne convient pas à ce champ.',
  wrong_format: 'Le format n’est pas bon.',
  wrong_checksum: 'La clé de contrôle est fausse.',
  invalid: 'Ce n’est pas valable.',
  invalid_text: 'Le texte contient des caractères interdits.',
  not_allowed: 'Cette valeur n’est pas admise ici.',
  too_short: 'C’est trop court.',
  too_long: 'C’est trop long.',
  too_few_items: 'Il manque des entrées.',
  too_many_items: 'Il y a trop d’entrées.',
  duplicate: 'Cela figure deux fois.',
  incomplete: 'Il manque des données liées.',
  not_a_number: 'Ce n’est pas un nombre.',
  too_precise: 'Il y a trop de décimales.',
  too_large: 'C’est trop grand.',
  percent_or_amount: 'Indiquez soit un pourcentage, soit un montant.',
  quantity_or_amount: 'Indiquez soit une quantité, soit un montant.',
  unknown_item: 'Cette ligne n’existe pas dans la facture.',
  rate_needed: 'Cette catégorie de TVA demande un taux.',
  rate_not_allowed: 'Cette catégorie de TVA n’a pas de taux.',
  invalid_pattern:
    'Ce format ne donne pas de numéros uniques et continus. Utilisez {YYYY}, {YY}, {MM} et {SEQ:n}, des lettres, des chiffres et + - _ / .',
  same_numbers: 'Deux documents auraient le même numéro.',
  unknown_customer: 'Ce client n’existe pas.',
  unknown_contact: 'Cet interlocuteur n’existe pas ou plus chez ce client.',
  unknown_series: 'Cette série n’existe pas pour ce type de document, ou elle est archivée.',
  unknown_address: 'Cette adresse n’existe pas ou plus chez ce client.',
  quantity_or_percent: 'Indiquez soit une quantité, soit un pourcentage.',
  unknown_placeholder: 'Le texte contient une variable inconnue. Vérifiez son orthographe.',
  unknown_template: 'Ce modèle n’existe pas.',
  tls_required:
    'Sans TLS, seuls les serveurs autorisés par l’exploitant sont admis. Choisissez une connexion chiffrée.',
  base_rate_missing:
    'Aucun intérêt de retard n’a été calculé, car un taux de base manque dans le plan de relance. Ajoutez-le.',
  charges_on_first_level:
    'La première relance réclame déjà des frais. L’usage est de commencer par un rappel sans frais.',
  unknown_plan: 'Ce plan de relance n’existe pas.',
  unknown_entry: 'Cette entrée n’existe pas pour ce client dans cette devise.',
  unknown_product: 'Ce produit n’existe pas.',
  unknown_preset:
    'Ce taux de TVA n’existe pas dans les paramètres, ou ne vaut pas au jour de la prestation.',
  price_or_discount: 'Indiquez soit un prix, soit une remise.',
  unknown_event_type: 'Ce type d’événement n’existe pas.',
  unknown_invoice: 'Cette facture n’existe pas.',
  unknown_deposit: 'Ce n’est pas une facture d’acompte émise à ce client dans cette devise.',
  percent_or_total: 'Indiquez soit un pourcentage, soit un total.',
  nothing_left: 'Cette ligne a déjà fait l’objet d’un avoir intégral. Retirez-la.',
  unknown_currency: 'Cette devise n’existe pas.',
  unknown_unit: 'Cette unité n’existe pas. Choisissez-en une dans la liste.',
  unknown_country: 'Ce pays n’existe pas.',
  unknown_language: 'Cette langue n’existe pas.',
  unknown_time_zone: 'Ce fuseau horaire n’existe pas.',
  invalid_logo: 'Le logo n’est pas une image prise en charge.',
  password_common: 'Trop facile à deviner. Choisissez-en un autre.',
  password_guessable: 'Il contient votre nom, votre adresse ou un motif. Choisissez-en un autre.',
}
