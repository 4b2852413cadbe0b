import { table } from '../../../../kernel/table.ts'

/** The texts of notices; other languages get English. */
interface NoticeWords {
  readonly payment: string
  readonly accepted: string
  readonly declined: string
  readonly draft: string
  readonly more: string
  readonly open: string
  readonly why: string
  readonly mailServer: string
  /** By the code of a matter; matters with other codes show their detail. */
  readonly matters: Readonly<Record<string, string>>
}

const en: NoticeWords = {
  payment: '{number}, {customer}: payment received, {due} still due.',
  accepted: 'Quote {number}: accepted.',
  declined: 'Quote {number}: declined.',
  draft: '{name}: a draft waits for your review.',
  more: 'And {count} more.',
  open: 'Open Billwright',
  why: 'You get this message because notices are turned on in the settings.',
  mailServer: 'Mail server',
  matters: table({
    mail_server_failing: 'the mail server refuses messages or does not answer.',
    mail_day_full: 'today’s number of messages is used up.',
    message_failed: 'the message was not delivered.',
    address_bounced: 'mail to an address of this customer came back.',
    quote_accepted: 'the quote was accepted. It is not invoiced yet.',
    quote_declined: 'the quote was declined.',
    too_many_due: 'more than three invoices are to be created at once.',
    customer_archived: 'no invoice was created because the customer is archived.',
    price_missing: 'no invoice was created because a product has no price for this day.',
    no_recipient: 'the invoice is issued, but not sent: the customer has no e-mail address.',
    webhook_failing: 'deliveries failed for days. Nothing is sent anymore.',
    webhook_gone: 'the receiver wants no more deliveries.',
    deliveries_failing: 'deliveries fail.',
    transmission_failed: 'the access point did not deliver this invoice.',
    transmission_lost: 'the access point did not report whether it delivered this invoice.',
    document_refused: 'a received document cannot be accepted.',
    job_failed: 'the background job failed too often.',
    limit_near: 'more than 80 percent of this limit is used.',
    limit_reached: 'this limit is used up. Ask the operator to raise it.',
  }),
}

const de: NoticeWords = {
  payment: '{number}, {customer}: Zahlung eingegangen, noch {due} offen.',
  accepted: 'Angebot {number}: angenommen.',
  declined: 'Angebot {number}: abgelehnt.',
  draft: '{name}: Ein Entwurf wartet auf Ihre Prüfung.',
  more: 'Und {count} weitere.',
  open: 'Billwright öffnen',
  why: 'Sie erhalten diese Nachricht, weil Benachrichtigungen in den Einstellungen eingeschaltet sind.',
  mailServer: 'Mailserver',
  matters: table({
    mail_server_failing: 'Der Mailserver lehnt Nachrichten ab oder antwortet nicht.',
    mail_day_full: 'Die Tagesmenge an Nachrichten ist erreicht.',
    message_failed: 'Die Nachricht wurde nicht zugestellt.',
    address_bounced: 'E-Mails an eine Adresse dieses Kunden kommen zurück.',
    quote_accepted: 'Das Angebot wurde angenommen und ist noch nicht abgerechnet.',
    quote_declined: 'Das Angebot wurde abgelehnt.',
    too_many_due: 'Mehr als drei Rechnungen sind auf einmal zu erstellen.',
    customer_archived: 'Es wurde keine Rechnung erstellt, weil der Kunde archiviert ist.',
    price_missing:
      'Es wurde keine Rechnung erstellt, weil ein Produkt für diesen Tag keinen Preis hat.',
    no_recipient:
      'Die Rechnung ist ausgestellt, aber nicht gesendet: Dem Kunden fehlt eine E-Mail-Adresse.',
    webhook_failing: 'Zustellungen schlugen tagelang fehl. Es wird nichts mehr gesendet.',
    webhook_gone: 'Der Empfänger wünscht keine Zustellungen mehr.',
    deliveries_failing: 'Zustellungen schlagen fehl.',
    transmission_failed: 'Der Access Point hat diese Rechnung nicht zugestellt.',
    transmission_lost: 'Der Access Point meldet nicht, ob er diese Rechnung zugestellt hat.',
    document_refused: 'Ein eingegangenes Dokument konnte nicht übernommen werden.',
    job_failed: 'Die Hintergrundaufgabe ist zu oft fehlgeschlagen.',
    limit_near: 'Mehr als 80 Prozent dieses Limits sind verbraucht.',
    limit_reached: 'Dieses Limit ist ausgeschöpft. Bitten Sie den Betreiber, es zu erhöhen.',
  }),
}

const fr: NoticeWords = {
  payment: '{number}, {customer} : paiement reçu, reste à payer {due}.',
  accepted: 'Devis {number} : accepté.',
  declined: 'Devis {number} : refusé.',
  draft: '{name} : un brouillon attend votre vérification.',
  more: 'Et {count} de plus.',
  open: 'Ouvrir Billwright',
  why: 'Vous recevez ce message, car les notifications sont activées dans les paramètres.',
  mailServer: 'Serveur de messagerie',
  matters: table({
    mail_server_failing: 'le serveur de messagerie refuse les messages ou ne répond pas.',
    mail_day_full: 'le nombre de messages du jour est atteint.',
    message_failed: 'le message n’a pas été remis.',
    address_bounced: 'les messages à une adresse de ce client reviennent.',
    quote_accepted: 'le devis a été accepté. Il n’est pas encore facturé.',
    quote_declined: 'le devis a été refusé.',
    too_many_due: 'plus de trois factures sont à établir à la fois.',
    customer_archived: 'aucune facture n’a été établie, car le client est archivé.',
    price_missing: 'aucune facture n’a été établie, car un produit n’a pas de prix pour ce jour.',
    no_recipient: 'la facture est émise mais pas envoyée : le client n’a pas d’adresse e-mail.',
    webhook_failing: 'les envois échouent depuis des jours. Rien ne part plus.',
    webhook_gone: 'le destinataire ne veut plus d’envois.',
    deliveries_failing: 'des envois échouent.',
    transmission_failed: 'le point d’accès n’a pas remis cette facture.',
    transmission_lost: 'le point d’accès n’indique pas s’il a remis cette facture.',
    document_refused: 'un document reçu n’a pas pu être accepté.',
    job_failed: 'la tâche de fond a échoué trop souvent.',
    limit_near: 'plus de 80 % de cette limite sont utilisés.',
    limit_reached: 'cette limite est atteinte. Demandez à l’exploitant de la relever.',
  }),
}

const WORDS = table<NoticeWords>({ en, de, fr })

export const noticeWords = (language: string): NoticeWords =>
  WORDS[language.split(/[-_]/, 1)[0]?.toLowerCase() ?? ''] ?? en
