import type { ErrorWords } from './errors.ts'

/** Error messages by the code of the error or of the fault. */
export const errors: ErrorWords = {
  unauthenticated: 'Sie sind nicht mehr angemeldet. Melden Sie sich erneut an.',
  missing_scope: 'Dazu fehlt Ihnen die Berechtigung. Wenden Sie sich an einen Administrator.',
  company_required: 'Sie gehören mehreren Unternehmen an. Wählen Sie eines aus.',
  company_not_found: 'Dieses Unternehmen gibt es nicht, oder Sie gehören ihm nicht an.',
  company_suspended:
    'Dieses Unternehmen ist gesperrt und kann nichts Neues ausstellen. Wenden Sie sich an den Betreiber.',
  limit_reached: [
    'Ihr Unternehmen hat sein Limit von {max} erreicht. Wenden Sie sich an den Betreiber.',
    'Ein Limit Ihres Unternehmens ist erreicht. Wenden Sie sich an den Betreiber.',
  ],
  'limit_reached.invoices_per_month': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur eine neue Rechnung im Monat haben. Wenden Sie sich an den Betreiber.',
    other:
      'Ihr Unternehmen darf höchstens {n} neue Rechnungen im Monat haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.customers': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur einen Kunden haben. Wenden Sie sich an den Betreiber.',
    other: 'Ihr Unternehmen darf höchstens {n} Kunden haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.templates': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur eine Vorlage haben. Wenden Sie sich an den Betreiber.',
    other: 'Ihr Unternehmen darf höchstens {n} Vorlagen haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.webhooks': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur einen Webhook haben. Wenden Sie sich an den Betreiber.',
    other: 'Ihr Unternehmen darf höchstens {n} Webhooks haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.members': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur eine Person haben. Wenden Sie sich an den Betreiber.',
    other: 'Ihr Unternehmen darf höchstens {n} Personen haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.keys': {
    by: 'max',
    one: 'Ihr Unternehmen darf nur einen API-Schlüssel haben. Wenden Sie sich an den Betreiber.',
    other:
      'Ihr Unternehmen darf höchstens {n} API-Schlüssel haben. Wenden Sie sich an den Betreiber.',
  },
  'limit_reached.template_bytes':
    'Die Vorlagen Ihres Unternehmens dürfen zusammen höchstens {max_bytes} groß sein. Wenden Sie sich an den Betreiber.',
  'limit_reached.file_bytes':
    'Die Dateien Ihres Unternehmens dürfen zusammen höchstens {max_bytes} groß sein. Wenden Sie sich an den Betreiber.',
  company_deleting:
    'Dieses Unternehmen wird gelöscht und lässt sich nicht mehr ändern. Ein Inhaber kann es wiederherstellen.',
  company_moving:
    'Das Unternehmen zieht gerade um. Versuchen Sie es in einigen Sekunden noch einmal.',
  move_finished: 'Das Unternehmen ist bereits umgezogen. Holen Sie es von dort zurück.',
  file_store_away: 'Der Dateispeicher antwortet nicht. Versuchen Sie es gleich noch einmal.',
  company_not_deleting:
    'Dieses Unternehmen wird nicht gelöscht. Es gibt nichts wiederherzustellen.',
  company_exists:
    'Dieses Unternehmen oder sein Kürzel gibt es hier schon. Löschen Sie es zuerst, oder importieren Sie an anderer Stelle.',
  company_archive_unreadable:
    'Die Datei ist kein lesbares Archiv eines Unternehmens. Exportieren Sie es noch einmal, oder aktualisieren Sie diese Installation.',
  arrival_expired:
    'Ein anderer Import oder Umzug dieses Unternehmens läuft, oder dieser hat länger als eine Woche gedauert. Wenn kein anderer läuft, beginnen Sie von vorn.',
  company_archive_untrue:
    'Die Prüfung des Archivs ist fehlgeschlagen. Nichts wurde importiert. Exportieren Sie es noch einmal.',
  wrong_passphrase: 'Die Passphrase öffnet dieses Archiv nicht. Verwenden Sie die vom Export.',
  retention_running: [
    'Die Dokumente sind bis zum {until} aufzubewahren. Exportieren Sie das Unternehmen zuerst, um es löschen zu können.',
    'Die Aufbewahrungsfrist für die Dokumente läuft noch. Exportieren Sie das Unternehmen zuerst, um es löschen zu können.',
  ],
  first_company: 'Das erste Unternehmen einer Installation lässt sich nicht löschen.',
  cross_site_request:
    'Die Änderung kam von einer anderen Website. Öffnen Sie diese Seite neu und versuchen Sie es noch einmal.',
  request_timeout:
    'Die Übertragung hat zu lange gedauert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  precondition_failed: 'Eine andere Person hat das inzwischen geändert. Laden Sie die Seite neu.',
  idempotency_in_flight: 'Dieselbe Änderung läuft noch. Versuchen Sie es gleich noch einmal.',
  idempotency_answer_lost:
    'Die Änderung ist gespeichert, nur die Bestätigung ging verloren. Laden Sie die Seite neu.',
  body_too_large: [
    'Die Anfrage ist zu groß. Möglich sind höchstens {max_bytes}.',
    'Die Anfrage ist zu groß.',
  ],
  headers_too_large: 'Die Adresse dieser Seite ist zu lang. Wählen Sie weniger Filter.',
  unsupported_media_type:
    'Dateien dieser Art werden hier nicht angenommen. Wählen Sie eine andere.',
  invalid_request: 'Einige Angaben sind nicht gültig.',
  invalid_cursor: 'Diese Stelle der Liste gibt es nicht mehr. Öffnen Sie die Liste neu.',
  exports_running: 'Es laufen schon zwei Exporte. Warten Sie, bis einer fertig ist.',
  rate_limited: [
    {
      by: 'seconds',
      one: 'Zu viele Anfragen. Versuchen Sie es in einer Sekunde noch einmal.',
      other: 'Zu viele Anfragen. Versuchen Sie es in {n} Sekunden noch einmal.',
    },
    'Zu viele Anfragen. Warten Sie einen Moment.',
  ],
  internal: 'Ein Fehler im Dienst. Melden Sie ihn mit der Nummer der Anfrage.',
  no_such_endpoint: 'Der Dienst kennt diese Funktion nicht. Laden Sie die Seite neu.',
  overloaded: 'Der Dienst ist überlastet. Versuchen Sie es gleich noch einmal.',
  storage_unavailable: 'Die Datenbank antwortet nicht. Versuchen Sie es gleich noch einmal.',
  invoice_not_found: 'Diese Rechnung gibt es nicht (mehr).',
  share_not_found:
    'Dieser Link ist ungültig oder wurde widerrufen. Bitten Sie den Absender um einen neuen.',
  invalid_transition:
    'Dieser Schritt ist im jetzigen Status nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.draft':
    'Das Dokument ist ein Entwurf, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.sent':
    'Das Dokument ist ausgestellt, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.open':
    'Das Dokument ist offen, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.paid':
    'Das Dokument ist bezahlt, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.void':
    'Das Dokument ist storniert, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.uncollectible':
    'Das Dokument ist ausgebucht, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.accepted':
    'Das Dokument ist angenommen, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.declined':
    'Das Dokument ist abgelehnt, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.withdrawn':
    'Das Dokument ist zurückgezogen, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.superseded':
    'Das Dokument ist durch eine neuere Fassung ersetzt, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.new':
    'Das Dokument ist neu, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  'invalid_transition.rejected':
    'Das Dokument ist abgelehnt, deshalb ist dieser Schritt nicht möglich. Laden Sie die Seite neu.',
  invoice_locked:
    'Die Rechnung ist ausgestellt und lässt sich nicht mehr ändern. Erstellen Sie eine Rechnungskorrektur.',
  invoice_not_deletable: [
    'Die Rechnung {number} ist ausgestellt und lässt sich nicht löschen. Stornieren Sie sie, oder korrigieren Sie sie mit einer Rechnungskorrektur.',
    'Nur Entwürfe lassen sich löschen.',
  ],
  invoice_referenced:
    'Eine Rechnungskorrektur bezieht sich auf diese Rechnung, deshalb lässt sie sich nicht löschen.',
  'invoice_referenced.deducted':
    'Die Rechnung {number} zieht diese Anzahlung ab. Stornieren, korrigieren oder löschen Sie zuerst diese Rechnung.',
  'invoice_referenced.deducted_by_draft':
    'Ein Entwurf zieht diese Anzahlung ab. Löschen Sie zuerst den Entwurf.',
  invoice_not_payable: 'Zu diesem Dokument lässt sich keine Zahlung erfassen.',
  'invoice_not_payable.credit_note':
    'Zu einer Rechnungskorrektur lässt sich keine Zahlung erfassen. Erfassen Sie sie zur Rechnung.',
  'invoice_not_payable.draft':
    'Zu einem Entwurf lässt sich keine Zahlung erfassen. Stellen Sie die Rechnung zuerst aus.',
  'invoice_not_payable.void':
    'Die Rechnung ist storniert. Zahlungen lassen sich nicht mehr ändern.',
  'invoice_not_payable.uncollectible':
    'Die Rechnung ist als uneinbringlich ausgebucht. Wählen Sie „Zahlung wieder erwarten“, bevor Sie eine Zahlung erfassen.',
  period_closed: [
    'Dieser Tag liegt in einer abgeschlossenen Periode (bis {until}). Wählen Sie einen Tag ab {from}.',
    'Dieser Tag liegt in einer abgeschlossenen Periode. Wählen Sie einen späteren Tag.',
  ],
  already_closed: [
    'Die Bücher sind bereits bis {until} abgeschlossen. Wählen Sie einen späteren Tag.',
    'Die Bücher sind bereits abgeschlossen. Wählen Sie einen späteren Tag.',
  ],
  not_closed: [
    'Die Bücher sind nur bis {until} abgeschlossen. Wählen Sie einen früheren Tag.',
    'Es ist keine Periode abgeschlossen.',
  ],
  not_past: [
    'Nur vergangene Tage können abgeschlossen werden, höchstens bis {until}.',
    'Nur vergangene Tage können abgeschlossen werden.',
  ],
  payment_exists: 'Eine Zahlung mit dieser Referenz und diesem Betrag ist bereits erfasst.',
  payment_reversed:
    'Die Bank hat diese Zahlung zurückgebucht. Entfernen Sie zuerst die Rückbuchung.',
  payment_not_reversible:
    'Nur ein Geldeingang zu dieser Rechnung lässt sich zurückbuchen: keine Erstattung, keine Rückbuchung und kein Guthaben.',
  payment_of_provider:
    'Diese Zahlung kommt von einem Zahlungsanbieter. Erstatten Sie sie dort; die Erstattung wird automatisch gebucht.',
  payment_of_credit_note:
    'Dieses Skonto wird mit einer Gutschrift zurückgenommen. Stornieren Sie stattdessen die Gutschrift.',
  entry_booked: 'Die Zahlung gehört zu einer Bankbuchung. Nehmen Sie deren Zuordnung zurück.',
  provider_not_found: 'Diesen Zahlungsanbieter gibt es nicht (mehr).',
  refund_not_found: 'Diese Erstattung gibt es nicht (mehr).',
  dispute_not_found: 'Diese Zahlungsanfechtung gibt es nicht (mehr).',
  checkout_not_found: 'Diese Online-Zahlung gibt es nicht (mehr).',
  provider_payment_not_found: 'Diese Zahlung eines Zahlungsanbieters gibt es nicht (mehr).',
  refund_exceeds: 'Die Erstattung ist zu hoch. Höchstens {amount} lassen sich noch erstatten.',
  payment_disputed:
    'Der Kunde hat diese Zahlung angefochten. Warten Sie, bis darüber entschieden ist.',
  too_many_refunds:
    'Innerhalb von 24 Stunden sind höchstens {max} Erstattungen einer Zahlung möglich. Versuchen Sie es morgen wieder.',
  not_of_provider:
    'Diese Zahlung kam nicht über einen Zahlungsanbieter. Erfassen Sie die Erstattung als negative Zahlung.',
  nothing_unassigned: 'Diese Zahlung ist schon zugeordnet.',
  payment_currency_differs:
    'Die Zahlung lautet auf {currency}. Wählen Sie eine Rechnung in dieser Währung.',
  approval_by_person:
    'Das darf nur jemand, der sich in den letzten 15 Minuten angemeldet hat. Melden Sie sich neu an.',
  too_many_providers: 'Es gibt schon {max} Zahlungsanbieter. Löschen Sie zuerst einen.',
  provider_in_use:
    'Über diesen Zahlungsanbieter wurde schon gezahlt. Schalten Sie ihn stattdessen aus.',
  account_differs:
    'Der Schlüssel gehört zu einem anderen Konto als {name}. Legen Sie dafür einen zweiten Zahlungsanbieter an.',
  mode_differs:
    'Ein Zahlungsanbieter wechselt nicht zwischen Live- und Testbetrieb. Legen Sie für diesen Schlüssel einen zweiten an.',
  not_payable_online: 'Diese Rechnung lässt sich jetzt nicht online bezahlen.',
  'not_payable_online.not_issued':
    'Ein Entwurf lässt sich nicht bezahlen. Stellen Sie die Rechnung zuerst.',
  'not_payable_online.credit_note': 'Eine Gutschrift lässt sich nicht bezahlen.',
  'not_payable_online.void': 'Eine stornierte Rechnung lässt sich nicht bezahlen.',
  'not_payable_online.written_off': 'Eine ausgebuchte Rechnung lässt sich nicht online bezahlen.',
  'not_payable_online.nothing_due': 'Auf dieser Rechnung ist nichts mehr offen.',
  'not_payable_online.no_provider': 'Es ist kein Zahlungsanbieter eingeschaltet.',
  'not_payable_online.amount_not_expressible':
    'Der Zahlungsanbieter kann diesen Betrag nicht einziehen.',
  'not_payable_online.being_collected':
    'Der Betrag wird gerade per Lastschrift eingezogen. Warten Sie das Ergebnis ab.',
  'not_payable_online.below_minimum':
    'Der Betrag liegt unter dem Mindestbetrag des Zahlungsanbieters.',
  'not_payable_online.above_maximum':
    'Der Betrag ist höher als der Höchstbetrag des Zahlungsanbieters.',
  'not_payable_online.country_not_offered':
    'Der Zahlungsanbieter ist für das Land des Kunden nicht freigegeben.',
  'not_payable_online.currency_not_offered': 'Der Zahlungsanbieter bietet diese Währung nicht an.',
  'not_payable_online.paid': 'Die Rechnung wurde soeben online bezahlt.',
  checkout_pending:
    'Zu dieser Rechnung ist schon eine Zahlung unterwegs. Warten Sie, bis der Zahlungsanbieter sie bestätigt.',
  provider_failed: 'Der Zahlungsanbieter lehnt ab: {value}',
  provider_unreachable:
    'Der Zahlungsanbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
  payment_method_not_found: 'Dieses Zahlungsmittel gibt es nicht (mehr).',
  method_ended: 'Dieses Zahlungsmittel ist beendet. Legen Sie ein neues an.',
  method_not_active:
    'Dieses Zahlungsmittel ist nicht aktiv. Bestätigen Sie es, oder reaktivieren Sie es.',
  too_many_payment_methods: 'Der Kunde hat schon {max} Zahlungsmittel. Beenden Sie zuerst eines.',
  mandate_exists: 'Diese Mandatsreferenz ist schon vergeben.',
  evidence_missing:
    'Zum Mandat fehlt der Nachweis. Fügen Sie das unterschriebene Formular zu den Dateien des Kunden hinzu.',
  creditor_incomplete: 'Für Lastschriften fehlen IBAN oder Gläubiger-ID in den Einstellungen.',
  iban_invalid: 'Das ist keine IBAN aus dem SEPA-Raum. Prüfen Sie sie auf Tippfehler.',
  mandate_reference_invalid:
    'Eine Mandatsreferenz hat 1 bis 35 der Zeichen A–Z, a–z, 0–9 und + ? / - : ( ) . , ’.',
  address_required: 'Für Banken außerhalb des EWR werden BIC und Anschrift gebraucht.',
  name_not_writable:
    'Banken können diesen Namen nicht schreiben. Verwenden Sie lateinische Buchstaben oder Ziffern.',
  signed_in_future: 'Der Tag der Unterschrift liegt in der Zukunft.',
  business_mandate_only: 'Ein Firmenlastschrift-Mandat ist nur für Unternehmen möglich.',
  collection_not_found: 'Diesen Einzug gibt es nicht (mehr).',
  collection_exists: 'Diese Rechnung wird schon eingezogen.',
  collected_by_provider:
    'Ein Zahlungsanbieter zieht diesen Betrag ein und meldet das Ergebnis. Sehen Sie die Zahlung dort an.',
  collection_ended: 'In diesem Zustand des Einzugs ist das nicht möglich.',
  attempts_used_up:
    'Für diese Rechnung gab es in 35 Tagen schon vier Einzugsversuche. Versuchen Sie es später wieder.',
  nothing_to_collect: 'Nur ausgestellte Rechnungen mit offenem Betrag lassen sich einziehen.',
  no_consent:
    'Der Kunde hat kein aktives Zahlungsmittel, das dies erlaubt. Erfassen Sie zuerst ein Mandat.',
  currency_not_collected: 'SEPA-Lastschriften sind nur in Euro möglich.',
  run_not_found: 'Diesen Lastschriftlauf gibt es nicht (mehr).',
  run_not_draft: 'Nur Entwürfe lassen sich ändern, freigeben oder löschen.',
  run_not_open: 'Im jetzigen Zustand des Laufs ist das nicht möglich.',
  second_person_needed:
    'Sie haben diesen Lauf bereits freigegeben. Bei mehr als {amount} in 24 Stunden muss eine zweite Person freigeben.',
  run_changed:
    'Seit dem Entwurf hat sich ein Betrag, ein Konto oder ein Mandat geändert. Berechnen Sie den Entwurf neu.',
  already_submitted: 'Die Dateien dieses Laufs sind schon bei der Bank.',
  claim_held:
    'Eine dieser Rechnungen wird gerade bezahlt. Warten Sie, bis die Zahlung abgeschlossen ist.',
  run_file_not_found: 'Diese Datei hat der Lauf nicht.',
  report_unreadable: 'Der Bericht der Bank lässt sich nicht lesen.',
  report_foreign: 'Der Bericht gehört zu einer anderen Datei.',
  bank_account_not_found: 'Dieses Bankkonto gibt es nicht (mehr).',
  bank_file_not_found: 'Diese Bankdatei gibt es nicht (mehr).',
  bank_entry_not_found: 'Diese Bankbuchung gibt es nicht (mehr).',
  bank_profile_not_found: 'Diese Spaltenzuordnung gibt es nicht (mehr).',
  bank_rule_not_found: 'Diese Regel gibt es nicht (mehr).',
  payer_account_not_found: 'Dieses Konto ist dem Kunden nicht (mehr) zugeordnet.',
  bank_account_in_use:
    'Zu diesem Konto gibt es Kontoauszüge. Es bleibt bestehen und behält seine Währung.',
  bank_file_not_ready: 'Die Datei wird noch verarbeitet. Versuchen Sie es gleich noch einmal.',
  entries_booked:
    'Buchungen dieser Datei wurden von Hand bearbeitet. Nehmen Sie das zuerst zurück.',
  entry_not_booked: 'Zu dieser Buchung gibt es nichts zurückzunehmen.',
  entry_not_open: 'Die Buchung ist nicht offen. Öffnen Sie sie zuerst wieder.',
  proposal_stale: 'Die Grundlage dieses Vorschlags hat sich geändert. Laden Sie die Seite neu.',
  too_many_rules: 'Möglich sind höchstens {max} Regeln. Löschen Sie zuerst eine.',
  file_unreadable:
    'Der Kontoauszug lässt sich nicht lesen. Laden Sie ihn bei Ihrer Bank noch einmal herunter.',
  'file_unreadable.date': [
    'In Zeile {line} fehlt der Tag, oder er ist anders geschrieben.',
    'In einer Zeile fehlt der Tag, oder er ist anders geschrieben.',
  ],
  'file_unreadable.amount': [
    'In Zeile {line} fehlt der Betrag, oder er ist anders geschrieben.',
    'In einer Zeile fehlt der Betrag, oder er ist anders geschrieben.',
  ],
  'file_unreadable.currency': [
    'In Zeile {line} fehlt die Währung, oder es gibt sie nicht.',
    'In einer Zeile fehlt die Währung, oder es gibt sie nicht.',
  ],
  'file_unreadable.zip':
    'Das ZIP-Archiv lässt sich nicht lesen. Packen Sie es neu, oder laden Sie die Dateien einzeln hoch.',
  'file_unreadable.zip_large':
    'Das ZIP-Archiv ist zu groß oder enthält ein weiteres Archiv. Laden Sie die Dateien einzeln hoch.',
  xml_forbidden: 'Die XML-Datei enthält eine DOCTYPE-Angabe und wird deshalb nicht gelesen.',
  format_not_supported:
    'Dieses Format wird nicht gelesen. Exportieren Sie camt.053, camt.054, MT940 oder CSV.',
  csv_profile_needed:
    'Die Spalten dieser Tabelle sind unbekannt. Legen Sie fest, was sie bedeuten.',
  bank_account_unknown: 'Dieses Konto ist nicht angelegt. Legen Sie es zuerst an.',
  'bank_account_unknown.missing': 'Die Datei nennt ihr Konto nicht. Wählen Sie es aus.',
  bank_account_archived:
    'Das Konto {name} ist archiviert und nimmt keine Auszüge an. Stellen Sie es zuerst wieder her.',
  currency_differs:
    'Das Konto wird in {allowed} geführt, der Auszug in {currency}. Legen Sie ein Konto in dieser Währung an.',
  allocation_exceeds: 'Das ist mehr, als von der Buchung noch frei ist: {amount}.',
  discount_not_allowed:
    'An diesem Tag ist kein Skonto mehr möglich. Geben Sie den Betrag selbst an, um es trotzdem zu gewähren.',
  invoice_has_payments: 'Zu dieser Rechnung sind Zahlungen erfasst. Entfernen Sie diese zuerst.',
  invoice_changed: 'Die Rechnung wurde inzwischen geändert. Laden Sie die Seite neu.',
  no_such_paper: 'Nur zu einer Rechnung gibt es eine Proforma-Rechnung oder einen Lieferschein.',
  deposit_changed: [
    'Die Anzahlung {number} hat sich geändert oder ist schon in einer anderen Rechnung abgezogen. Ziehen Sie die Anzahlungen erneut ab.',
    'Eine Anzahlung hat sich geändert oder ist schon in einer anderen Rechnung abgezogen. Ziehen Sie die Anzahlungen erneut ab.',
  ],
  deposit_exceeds:
    'Die Anzahlungen übersteigen die Schlussrechnung um {amount}. Korrigieren Sie eine Anzahlung, oder ziehen Sie weniger ab.',
  payment_not_found: 'Diese Zahlung gibt es nicht (mehr).',
  invoice_not_creditable: 'Nur ausgestellte Rechnungen lassen sich korrigieren.',
  'invoice_not_creditable.credit_note':
    'Eine Rechnungskorrektur lässt sich nicht korrigieren. Stornieren Sie sie stattdessen.',
  invoice_has_credits:
    'Zu dieser Rechnung gibt es eine Rechnungskorrektur. Stornieren Sie diese zuerst.',
  credit_note_fixed:
    'Eine Rechnungskorrektur übernimmt diese Angaben von ihrer Rechnung. Löschen Sie den Entwurf und erstellen Sie einen neuen.',
  credit_note_not_duplicable:
    'Eine Rechnungskorrektur lässt sich nicht duplizieren. Erstellen Sie eine weitere zur Rechnung.',
  number_taken: [
    'Die nächste Nummer, {number}, ist schon vergeben. Ändern Sie das Muster der Nummern in den Einstellungen.',
    'Diese Nummer ist schon vergeben.',
  ],
  seller_incomplete:
    'In den Einstellungen fehlt der Name Ihres Unternehmens. Tragen Sie ihn ein, bevor Sie Rechnungen ausstellen.',
  due_before_issue:
    'Das Fälligkeitsdatum liegt vor dem Rechnungsdatum. Öffnen Sie den Entwurf und prüfen Sie es.',
  withheld_too_large:
    'Der Kunde würde mehr einbehalten als den Rechnungsbetrag. Verringern Sie den Steuereinbehalt.',
  overcredit: 'Zu korrigieren sind noch höchstens {amount}.',
  overpayment: [
    'Die Zahlung ist zu hoch. Offen sind nur noch {amount}.',
    'Die Zahlung ist höher als der offene Betrag.',
  ],
  'overpayment.refund':
    'Der Saldo beträgt {amount}. Erfassen Sie höchstens diesen Betrag als Erstattung, mit Minuszeichen.',
  'overpayment.no_refund':
    'Es ist nichts zu erstatten. Stellen Sie zuerst die Rechnungskorrektur aus, und erfassen Sie dann die Erstattung.',
  'overpayment.nothing_due': 'Auf diese Rechnung ist nichts mehr offen.',
  account_too_small: [
    'Das Guthaben des Kunden beträgt {amount}. Verwenden Sie höchstens diesen Betrag.',
    'Das Guthaben des Kunden reicht nicht aus.',
  ],
  'account_too_small.empty': 'Der Kunde hat in dieser Währung kein Guthaben.',
  amount_too_large:
    'Der Betrag ist zu groß, um ihn genau zu speichern. Verringern Sie Mengen oder Preise.',
  recurring_not_found: 'Diese wiederkehrende Rechnung gibt es nicht (mehr).',
  occurrence_not_found: [
    'Der {from} gehört nicht zum Zeitplan, oder für ihn ist nichts geändert.',
    'Dieser Tag gehört nicht zum Zeitplan, oder für ihn ist nichts geändert.',
  ],
  occurrence_made: [
    'Die Rechnung vom {from} gibt es schon. Bearbeiten oder korrigieren Sie diese Rechnung.',
    'Die Rechnung für diesen Tag gibt es schon. Bearbeiten oder korrigieren Sie diese Rechnung.',
  ],
  recurring_ended:
    'Diese wiederkehrende Rechnung ist beendet. Duplizieren Sie sie, um neu zu beginnen.',
  recurring_has_runs:
    'Daraus sind schon Rechnungen entstanden. Beenden Sie die wiederkehrende Rechnung, statt sie zu löschen.',
  customer_not_found: 'Diesen Kunden gibt es nicht (mehr).',
  customer_in_use: 'Zu diesem Kunden gibt es Rechnungen. Archivieren Sie ihn stattdessen.',
  customer_archived: [
    '{name} ist archiviert, deshalb entsteht keine Rechnung. Stellen Sie den Kunden wieder her, oder beenden Sie die wiederkehrende Rechnung.',
    'Dieser Kunde ist archiviert. Stellen Sie ihn zuerst wieder her.',
  ],
  reminder_plan_not_found: 'Diesen Mahnplan gibt es nicht (mehr).',
  reminder_not_found: 'Diese Mahnung wartet nicht mehr. Laden Sie die Seite neu.',
  charge_not_found: 'Diese Verzugskosten gibt es nicht (mehr).',
  not_remindable:
    'Diese Rechnung lässt sich jetzt nicht mahnen. Prüfen Sie Status, Fälligkeit und Mahnplan.',
  'not_remindable.draft': 'Die Rechnung ist ein Entwurf. Stellen Sie sie zuerst aus.',
  'not_remindable.credit_note': 'Eine Rechnungskorrektur wird nicht gemahnt.',
  'not_remindable.paid': 'Die Rechnung ist bezahlt.',
  'not_remindable.void': 'Die Rechnung ist storniert.',
  'not_remindable.uncollectible':
    'Die Rechnung ist als uneinbringlich ausgebucht. Wählen Sie zuerst „Zahlung wieder erwarten“.',
  'not_remindable.nothing_due': 'Auf diese Rechnung ist nichts offen.',
  'not_remindable.no_due_date': 'Die Rechnung hat kein Fälligkeitsdatum.',
  'not_remindable.not_due': [
    'Die Rechnung ist noch nicht fällig. Mahnen können Sie ab dem {from}.',
    'Die Rechnung ist noch nicht fällig.',
  ],
  'not_remindable.being_paid': 'Die Rechnung wird eingezogen, oder eine Zahlung ist unterwegs.',
  'not_remindable.paused':
    'Die Mahnungen zu dieser Rechnung sind ausgesetzt. Setzen Sie sie zuerst fort.',
  'not_remindable.gap': [
    'Die letzte Mahnung ist noch zu neu. Mahnen können Sie wieder ab dem {from}.',
    'Die letzte Mahnung ist noch zu neu.',
  ],
  'not_remindable.level_sent': 'Diese oder eine spätere Mahnstufe wurde schon gesendet.',
  'not_remindable.unknown_level': 'Diese Mahnstufe gibt es im Mahnplan nicht.',
  'not_remindable.finished': 'Alle Stufen des Mahnplans wurden schon gesendet.',
  reminders_not_paused: 'Die Mahnungen zu dieser Rechnung sind nicht ausgesetzt.',
  reminder_plan_in_use:
    'Dieser Mahnplan ist der Standard oder wird von einem Kunden oder einer Rechnung verwendet. Wählen Sie dort zuerst einen anderen.',
  too_many_reminder_plans: 'Es gibt schon {max} Mahnpläne. Löschen Sie zuerst einen.',
  charge_not_claimed: 'Diese Verzugskosten sind schon erlassen oder abgerechnet.',
  charges_exceeded:
    'Gefordert sind Verzugskosten von {amount}. Rechnen Sie höchstens diesen Betrag ab.',
  quote_not_found: 'Dieses Angebot gibt es nicht (mehr).',
  quote_locked:
    'Das Angebot ist ausgestellt und lässt sich nicht mehr ändern. Überarbeiten Sie es, oder ziehen Sie es zurück.',
  quote_expired:
    'Das Angebot galt bis zum {until}. Verlängern Sie seine Gültigkeit, oder überarbeiten Sie es.',
  quote_total_changed:
    'Mit dieser Auswahl beträgt die Summe {amount}. Prüfen Sie sie und wiederholen Sie die Antwort.',
  quote_changed:
    'Das Angebot wurde inzwischen geändert. Laden Sie die Seite neu und antworten Sie noch einmal.',
  quote_not_accepted: 'Das Angebot ist noch nicht angenommen. Erfassen Sie zuerst die Annahme.',
  quote_overinvoiced:
    'Damit würden Sie mehr abrechnen als angeboten; Anzahlungen zählen mit. Verringern Sie den Betrag, oder lassen Sie mehr ausdrücklich zu.',
  'quote_overinvoiced.deposit_draft':
    'Eine Anzahlungsrechnung ist noch ein Entwurf. Stellen Sie sie aus, oder löschen Sie sie.',
  'quote_overinvoiced.nothing_left': 'Das Angebot ist schon vollständig abgerechnet.',
  'quote_overinvoiced.item':
    'Von einer Position sind nur noch {quantity} abzurechnen. Verringern Sie die Menge, oder lassen Sie mehr ausdrücklich zu.',
  quote_invoiced:
    'Zu diesem Angebot gibt es Rechnungen. Löschen oder stornieren Sie diese, um es wieder zu öffnen.',
  delivery_note_not_found: 'Diesen Lieferschein gibt es nicht (mehr).',
  not_deliverable:
    'Zu Entwürfen, stornierten Rechnungen, Anzahlungen und Rechnungskorrekturen gibt es keinen Lieferschein. Stellen Sie die Rechnung aus, oder beginnen Sie beim Angebot.',
  'not_deliverable.draft':
    'Die Rechnung ist ein Entwurf. Stellen Sie sie zuerst aus, oder beginnen Sie beim Angebot.',
  'not_deliverable.void': 'Die Rechnung ist storniert. Wählen Sie eine andere.',
  'not_deliverable.type':
    'Zu Rechnungskorrekturen und Anzahlungen gibt es keinen Lieferschein. Beginnen Sie bei der Rechnung oder beim Angebot.',
  delivery_exceeds: [
    'Von einer Position sind nur noch {quantity} zu liefern. Verringern Sie die Menge, oder lassen Sie mehr ausdrücklich zu.',
    'Das ist mehr, als noch zu liefern ist. Verringern Sie die Menge, oder lassen Sie mehr ausdrücklich zu.',
  ],
  'delivery_exceeds.nothing_left':
    'Alles ist schon auf Lieferscheinen. Es ist nichts mehr zu liefern.',
  too_many_delivery_notes:
    'Es gibt hier schon {max} Lieferscheine. Fassen Sie mehr Positionen in einem zusammen.',
  external_id_taken: 'Diese externe ID gehört schon zu einem anderen Eintrag.',
  bulk_failed: 'Einige Einträge haben Fehler. Nichts wurde angelegt. Beheben Sie die Fehler.',
  product_not_found: 'Dieses Produkt gibt es nicht (mehr).',
  product_in_use: 'Rechnungen nennen dieses Produkt. Archivieren Sie es stattdessen.',
  price_missing: [
    'Das Produkt hat für diese Menge und diesen Tag keinen Preis in {currency}. Legen Sie einen an.',
    'Das Produkt hat für diese Währung, diese Menge und diesen Tag keinen Preis.',
  ],
  price_not_found: 'Diesen Preis gibt es nicht (mehr).',
  contact_not_found: 'Diesen Ansprechpartner gibt es nicht (mehr).',
  address_not_found: 'Diese Adresse gibt es nicht (mehr).',
  too_many_prices: 'Der Kunde hat schon {max} Preise. Löschen Sie zuerst einen.',
  series_not_found: 'Diesen Nummernkreis gibt es nicht (mehr).',
  series_in_use:
    'Aus diesem Nummernkreis sind schon Nummern vergeben. Archivieren Sie ihn stattdessen.',
  series_fixed:
    'Aus diesem Nummernkreis sind schon Nummern vergeben, deshalb liegt er fest. Legen Sie einen neuen an.',
  too_many_series: 'Es gibt schon {max} Nummernkreise. Löschen Sie zuerst einen.',
  view_not_found: 'Diese Ansicht gibt es nicht (mehr).',
  too_many_views: 'Sie haben schon {max} Ansichten gespeichert. Löschen Sie zuerst eine.',
  tax_id_checks_off:
    'Die Prüfung von USt-IdNrn. ist ausgeschaltet. Schalten Sie sie in den Einstellungen ein.',
  tax_id_missing: 'Beim Kunden fehlt die USt-IdNr. Tragen Sie sie zuerst ein.',
  too_many_entries:
    'Der Kunde hat schon {max} Ansprechpartner oder {max} Adressen. Löschen Sie zuerst einen Eintrag.',
  logo_too_large: 'Das Logo ist größer als {max_bytes}. Verwenden Sie ein kleineres Bild.',
  statement_too_long:
    'Der Kontoauszug hat mehr als {max} Einträge. Wählen Sie einen kürzeren Zeitraum.',
  template_not_found: 'Diese Vorlage gibt es nicht (mehr).',
  template_protected:
    'Mitgelieferte Vorlagen lassen sich weder löschen noch ersetzen. Installieren Sie Ihre unter einem anderen Namen.',
  version_exists:
    'Version {number} von {name} ist schon mit anderem Inhalt installiert. Geben Sie der Vorlage eine neue Versionsnummer.',
  manifest_too_large: 'Das Manifest ist zu groß. Kürzen Sie es.',
  template_unsafe: 'Die Vorlage enthält nicht erlaubte Inhalte. Entfernen Sie diese.',
  template_timeout: 'Es hat zu lange gedauert, die Vorlage zu prüfen. Vereinfachen Sie sie.',
  template_too_large: 'Die Vorlage ist größer als {max_bytes}. Kürzen Sie sie.',
  assets_too_large:
    'Die Bilder und Schriften der Vorlage sind zusammen größer als {max_bytes}. Verwenden Sie weniger oder kleinere.',
  manifest_invalid: 'Das Manifest ist nicht gültig. Beheben Sie die genannten Fehler.',
  checksum_mismatch:
    'Die Datei {name} der Vorlage stimmt nicht mit der Prüfsumme im Manifest überein. Bitten Sie den Herausgeber um das passende Manifest.',
  asset_refused:
    '{name} ist weder Bild noch Schrift. Verwenden Sie PNG, JPEG, WebP, WOFF2 oder TTF.',
  file_not_readable:
    'Die Datei im Vorlagenordner des Servers lässt sich nicht lesen. Prüfen Sie den Pfad.',
  document_too_large:
    'Das Dokument ist zu groß für ein PDF. Kürzen Sie die Rechnung oder ihre Vorlage.',
  renderer_busy: 'Es werden gerade viele PDFs erzeugt. Versuchen Sie es gleich noch einmal.',
  renderer_unavailable:
    'PDFs lassen sich gerade nicht erzeugen. Versuchen Sie es später noch einmal.',
  render_timeout:
    'Es hat zu lange gedauert, das PDF zu erzeugen. Kürzen Sie die Rechnung, oder vereinfachen Sie ihre Vorlage.',
  csv_unreadable:
    'Die Datei lässt sich nicht als CSV-Datei lesen. Speichern Sie sie als „CSV UTF-8“.',
  'csv_unreadable.empty': 'Die Datei ist leer. Ihre erste Zeile muss die Spalten benennen.',
  'csv_unreadable.rows': 'Die Datei hat mehr als {max} Zeilen. Teilen Sie sie auf.',
  'csv_unreadable.columns': 'Die Datei hat mehr als {max} Spalten. Löschen Sie einige.',
  'csv_unreadable.bytes': 'Die Datei ist größer als {max_bytes}. Teilen Sie sie auf.',
  'csv_unreadable.no_text':
    'Das ist keine Textdatei. Speichern Sie sie in Ihrer Tabellenkalkulation als CSV-Datei.',
  'csv_unreadable.not_utf8':
    'Die Zeichen der Datei sind nicht in UTF-8 gespeichert. Speichern Sie sie als „CSV UTF-8“.',
  'csv_unreadable.open_quote':
    'Das ist keine CSV-Datei: Bei Zeile {line} wird ein Anführungszeichen nicht geschlossen.',
  'csv_unreadable.quote':
    'Das ist keine CSV-Datei: Bei Zeile {line} steht ein Anführungszeichen an der falschen Stelle.',
  'csv_unreadable.long_row': 'Bei Zeile {line} ist eine Zeile länger als 1 MB. Kürzen Sie sie.',
  file_too_large: 'Die Datei ist größer als {max_bytes}. Verwenden Sie eine kleinere.',
  file_type_refused:
    'Dateien dieser Art werden nicht angenommen. Verwenden Sie PDF, PNG, JPEG, CSV, XLSX oder ODS.',
  'file_type_refused.suffix':
    'Der Inhalt der Datei ist {name}, ihr Name endet aber auf {value}. Benennen Sie sie um.',
  einvoice_invalid: 'Die Rechnung verletzt Regeln des E‑Rechnungsprofils:',
  second_tax:
    'Eine Position trägt zwei Steuern. Dafür gibt es keine E‑Rechnung. Verwenden Sie das PDF.',
  einvoice_not_available: 'Zu dieser Rechnung gibt es keine E‑Rechnung. Verwenden Sie das PDF.',
  'einvoice_not_available.draft':
    'Ein Entwurf hat noch keine Nummer und deshalb keine E‑Rechnung. Stellen Sie die Rechnung zuerst aus.',
  'einvoice_not_available.void': 'Die Rechnung ist storniert, deshalb gibt es keine E‑Rechnung.',
  'einvoice_not_available.ask_sender':
    'Diese E‑Rechnung steht nicht zum Herunterladen bereit. Bitten Sie den Rechnungssteller darum, oder verwenden Sie das PDF.',
  einvoice_without_items:
    'Die E‑Rechnung enthält nur Summen, keine Positionen. Erfassen Sie die Rechnung von Hand, oder bitten Sie den Absender um eine vollständige.',
  einvoice_unreadable:
    'Diese Datei ist keine lesbare E‑Rechnung. Bitten Sie den Absender um eine andere.',
  'einvoice_unreadable.empty': 'Die Datei ist leer.',
  'einvoice_unreadable.damaged_pdf':
    'Das PDF ist beschädigt. Bitten Sie den Absender um eine andere Datei.',
  'einvoice_unreadable.locked_pdf':
    'Das PDF ist mit einem Kennwort geschützt. Speichern Sie es ohne Kennwort.',
  'einvoice_unreadable.plain_pdf':
    'Das PDF enthält keine E‑Rechnung. Bitten Sie den Absender um ZUGFeRD, Factur-X oder XML.',
  'einvoice_unreadable.encoding':
    'Die Zeichencodierung der Datei lässt sich nicht lesen. Bitten Sie den Absender um XML in UTF-8.',
  'einvoice_unreadable.not_xml':
    'Die Datei ist kein fehlerfreies XML. Bitten Sie den Absender um eine andere.',
  supplier_invoice_not_found: 'Diese Eingangsrechnung gibt es nicht (mehr).',
  supplier_invoice_exists: 'Diese Datei ist schon eingegangen.',
  supplier_invoice_decided:
    'Nur neue Eingangsrechnungen lassen sich löschen. Lehnen Sie sie ab, oder nehmen Sie die Entscheidung zuerst zurück.',
  access_point_missing:
    'Es ist kein Access Point eingerichtet. Richten Sie ihn in den Einstellungen ein.',
  no_electronic_address:
    'Auf dieser Rechnung fehlt die elektronische Adresse des Kunden. Senden Sie sie per E‑Mail, oder korrigieren Sie sie.',
  recipient_unknown:
    'Das Netzwerk kennt den Empfänger {name} nicht. Prüfen Sie die elektronische Adresse, oder senden Sie eine E‑Mail.',
  already_transmitted: 'Die Rechnung ist schon über den Access Point gesendet oder unterwegs.',
  transmission_not_found: 'Diese Rechnung wurde nicht über den Access Point gesendet.',
  access_point_failed: [
    'Der Anbieter des Access Points hat mit dem Status {status} geantwortet. Prüfen Sie Adresse und Schlüssel, oder fragen Sie den Anbieter.',
    'Die Antwort des Access Points ist unbrauchbar. Prüfen Sie die Adresse, oder fragen Sie den Anbieter.',
  ],
  einvoice_incomplete:
    'Der E‑Rechnung fehlen Pflichtangaben. Bitten Sie den Absender um eine vollständige.',
  einvoice_attachments: 'Das PDF enthält {count} E‑Rechnungen. Wählen Sie eine aus.',
  einvoice_several:
    'Die Datei im PDF enthält {count} Rechnungen. Importieren Sie diese Datei selbst statt des PDFs.',
  einvoice_encrypted:
    'Die Datei ist verschlüsselt (.p7m); nur wer den Schlüssel hat, kann sie öffnen. Entschlüsseln Sie sie, oder bitten Sie den Absender um die XML-Datei.',
  einvoice_signed:
    'Die Datei ist signiert (.p7m), und ihr Inhalt lässt sich nicht lesen. Entnehmen Sie die XML-Datei und importieren Sie diese.',
  einvoice_glyph_missing:
    'Für diese Zeichen gibt es keine Schrift, ein PDF mit E‑Rechnung braucht sie aber: {value}. Ersetzen Sie sie, oder verwenden Sie XML und das gewöhnliche PDF.',
  einvoice_too_complex:
    'Das Lesen der E‑Rechnung dauert zu lange oder braucht zu viel Speicher. Bitten Sie den Absender um eine kleinere Datei.',
  einvoice_format_unknown:
    'Diese XML-Datei ist keine Rechnung in einem bekannten Format. Verwenden Sie das XML der Rechnung oder das PDF, das es enthält.',
  'einvoice_format_unknown.facturae':
    'Facturae (Spanien) wird nicht unterstützt. Bitten Sie den Absender um UBL oder CII, oder erfassen Sie die Rechnung von Hand.',
  'einvoice_format_unknown.ebinterface':
    'ebInterface (Österreich) wird nicht unterstützt. Bitten Sie den Absender um UBL oder CII, oder erfassen Sie die Rechnung von Hand.',
  'einvoice_format_unknown.fsm10':
    'Die vereinfachte FatturaPA (FSM10) wird nicht unterstützt. Erfassen Sie die Rechnung von Hand.',
  'einvoice_format_unknown.nav':
    'Das Format des ungarischen Finanzamts (NAV) wird nicht unterstützt. Bitten Sie den Absender um UBL oder CII.',
  'einvoice_format_unknown.older_fa':
    'Diese ältere Fassung der polnischen FA wird nicht unterstützt. Bitten Sie den Absender um FA(3).',
  'einvoice_format_unknown.order': 'Die Datei ist eine Bestellung, keine Rechnung.',
  'einvoice_format_unknown.response':
    'Die Datei ist eine Antwort auf eine Rechnung, keine Rechnung.',
  einvoice_too_large:
    'Die E‑Rechnung ist größer als {max_bytes}. Bitten Sie den Absender um eine Datei ohne große Anhänge.',
  einvoice_too_long: 'Die E‑Rechnung ist zu umfangreich. Bitten Sie den Absender, sie aufzuteilen.',
  wrong_credentials: 'Die E‑Mail-Adresse oder das Passwort stimmt nicht.',
  wrong_code:
    'Der Code stimmt nicht oder wurde schon benutzt. Geben Sie den nächsten Code der App ein.',
  challenge_expired: 'Die Anmeldung hat zu lange gedauert. Beginnen Sie wieder mit dem Passwort.',
  invalid_setup_token:
    'Der Link zur Einrichtung ist ungültig, abgelaufen oder schon benutzt. Starten Sie den Dienst neu, um einen neuen zu erhalten.',
  own_account_only:
    'Name, Passwort und zweiten Faktor ändert hier nur die Person selbst oder der Betreiber.',
  invite_instead: 'Hier wählt jede Person ihr Passwort selbst. Laden Sie die Person ein.',
  password_reset_not_found:
    'Der Link für ein neues Passwort ist ungültig, abgelaufen oder schon benutzt. Fordern Sie einen neuen an.',
  invitation_not_found:
    'Die Einladung ist ungültig, abgelaufen oder schon benutzt. Bitten Sie um eine neue.',
  invitation_for_other:
    'Die Einladung gilt für {name}. Melden Sie sich ab, oder treten Sie mit diesem Konto bei.',
  sign_in_first:
    'Diese Adresse hat schon ein Konto. Melden Sie sich an und öffnen Sie den Link dann noch einmal.',
  too_many_invitations: {
    by: 'max',
    one: 'Ihr Unternehmen kann eine Person am Tag einladen. Versuchen Sie es morgen noch einmal.',
    other:
      'Ihr Unternehmen kann {n} Personen am Tag einladen. Versuchen Sie es morgen noch einmal.',
  },
  other_code: 'Das ist nicht der Code, den das Terminal zeigt. Geben Sie ihn noch einmal ein.',
  out_of_range: [
    'Der Wert muss größer als {above} und höchstens {max} sein.',
    'Der Wert muss zwischen {min} und {max} liegen.',
    'Der Tag darf nicht vor dem {from} liegen.',
    'Der Tag darf nicht nach dem {until} liegen.',
    'Der Wert muss mindestens {min} sein.',
    'Der Wert darf höchstens {max} sein.',
    'Der Wert muss größer als {above} sein.',
    'Der Wert muss kleiner als {below} sein.',
    'Der Wert liegt außerhalb des zulässigen Bereichs.',
  ],
  'out_of_range.negative_price':
    'Der Preis ist negativ. Geben Sie stattdessen eine negative Menge ein.',
  'out_of_range.zero': 'Der Betrag darf nicht null sein.',
  'out_of_range.parts': 'Die Teile übersteigen zusammen den Betrag der Zahlung.',
  'out_of_range.part':
    'Der Wert darf nicht null sein und braucht dasselbe Vorzeichen wie die Position.',
  'out_of_range.deposit':
    'Nach dem Runden bleibt von der Anzahlung nichts übrig. Verlangen Sie mehr.',
  'out_of_range.schedule_end': 'Der Zeitplan endet vor seinem ersten Tag.',
  'out_of_range.backfill':
    '{count} Rechnungen wären auf einmal zu erstellen; möglich sind höchstens {max}. Wählen Sie einen späteren Tag.',
  'out_of_range.past': 'Dieser Zeitpunkt liegt nicht in der Zukunft. Wählen Sie einen späteren.',
  login_confirmed:
    'Diese Anmeldung wurde schon bestätigt. Starten Sie „billwright login“ noch einmal.',
  api_key_revoked: 'Dieser API-Schlüssel ist widerrufen. Erstellen Sie einen neuen.',
  second_factor_active: 'Ein zweiter Faktor ist schon aktiv. Schalten Sie ihn zuerst aus.',
  second_factor_inactive: 'Es ist kein zweiter Faktor eingerichtet. Richten Sie zuerst einen ein.',
  wrong_password: 'Das aktuelle Passwort stimmt nicht.',
  email_taken: '{name} hat schon ein Konto. Verwenden Sie eine andere Adresse.',
  last_owner:
    'Ein Unternehmen braucht mindestens einen Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  owner_only: 'Das dürfen nur Inhaber. Wenden Sie sich an einen von ihnen.',
  domain_not_found: 'Diese Domain gibt es hier nicht (mehr).',
  domain_exists: 'Die Domain {name} ist schon eingetragen. Bestätigen Sie sie.',
  too_many_domains: {
    by: 'max',
    one: 'Ein Unternehmen kann eine Domain haben. Löschen Sie sie zuerst.',
    other: 'Ein Unternehmen kann {n} Domains haben. Löschen Sie zuerst eine.',
  },
  domain_unproven:
    'Der TXT-Eintrag ist im DNS noch nicht zu finden. Setzen Sie {name} auf {value} und versuchen Sie es später noch einmal; das kann eine Stunde dauern.',
  support_grant_not_found: 'Diesen Zugang für den Support gibt es nicht (mehr).',
  scope_not_held:
    'Sie können keine Berechtigung vergeben, die Sie selbst nicht haben. Wenden Sie sich an eine Person, die sie hat.',
  second_factor_own:
    'Den eigenen zweiten Faktor können Sie hier nicht zurücksetzen. Schalten Sie ihn in Ihrem Konto aus.',
  api_key_not_found: 'Diesen API-Schlüssel gibt es nicht (mehr).',
  user_not_found: 'Diese Person gibt es hier nicht (mehr).',
  session_not_found: 'Diese Sitzung ist schon beendet. Laden Sie die Seite neu.',
  oidc_not_configured:
    'Single Sign-on ist nicht eingerichtet. Melden Sie sich mit Ihrem Passwort an.',
  already_set_up: 'Der Dienst ist schon eingerichtet. Melden Sie sich an.',
  too_many_attempts: [
    {
      by: 'seconds',
      one: 'Zu viele Versuche. Versuchen Sie es in einer Sekunde noch einmal.',
      other: 'Zu viele Versuche. Versuchen Sie es in {n} Sekunden noch einmal.',
    },
    'Zu viele Versuche. Warten Sie einen Moment.',
  ],
  passwords_busy: 'Gerade melden sich zu viele Personen an. Versuchen Sie es gleich noch einmal.',
  webhook_not_found: 'Diesen Webhook gibt es nicht (mehr).',
  delivery_not_found: 'Diese Zustellung gibt es nicht (mehr). Sie wird 30 Tage lang aufbewahrt.',
  too_many_webhooks: 'Es gibt schon {max} Webhooks. Löschen Sie zuerst einen.',
  too_many_secrets:
    'Dieser Webhook hat schon fünf gültige Schlüssel. Warten Sie bis {until}, oder legen Sie einen weiteren Webhook an.',
  mail_not_configured: 'Mailserver oder Absender fehlen. Richten Sie beide unter „E‑Mail“ ein.',
  operators_mail_only:
    'Einladungen gehen hier nur über den Mailserver des Dienstes (SMTP_URL). Wenden Sie sich an den Betreiber.',
  transport_from_environment:
    'Der Mailserver ist in der Konfiguration des Dienstes festgelegt (SMTP_URL). Wenden Sie sich an den Betreiber.',
  mail_refused: 'Der Mailserver hat die Nachricht abgelehnt. Korrigieren Sie seine Einstellungen.',
  mail_server_unusable:
    'Dieser Dienst konnte den Mailserver nicht verwenden und hat nichts gesendet. Korrigieren Sie die Einstellungen.',
  job_not_found: 'Diese Hintergrundaufgabe gibt es nicht mehr. Erledigte Aufgaben werden gelöscht.',
  job_running: 'Die Hintergrundaufgabe läuft gerade. Warten Sie, bis sie fertig ist.',
  job_periodic:
    'Diese Hintergrundaufgabe wiederholt sich und lässt sich nicht verwerfen. Sie können sie sofort ausführen.',
  download_too_large:
    'Die Datei unter dieser Adresse ist größer als {max_bytes}. Verwenden Sie eine kleinere.',
  invoice_is_draft: 'Stellen Sie die Rechnung zuerst aus.',
  delivery_note_is_void: 'Der Lieferschein ist storniert. Erstellen Sie einen neuen.',
  message_not_queued:
    'Nur wartende oder fehlgeschlagene Nachrichten lassen sich abbrechen. Laden Sie die Seite neu.',
  message_bytes_deleted: 'Das Original dieser Nachricht wurde schon gelöscht. Senden Sie sie neu.',
  message_not_failed:
    'Nur fehlgeschlagene Nachrichten lassen sich wiederholen. Senden Sie sie stattdessen neu.',
  invio_unreadable:
    'Das ist keine Datenbank von Invio. Beenden Sie Invio und wählen Sie die SQLite-Datei.',
  invio_too_complex:
    'Das Lesen der Datei dauert zu lange oder braucht zu viel Speicher. Importieren Sie sie auf der Kommandozeile.',
  import_not_found: 'Diesen Import gibt es nicht (mehr).',
  import_not_ready:
    'Der Import ist noch nicht so weit. Warten Sie, bis der laufende Schritt fertig ist.',
  import_has_duplicates: {
    by: 'count',
    one: 'Ein Datensatz könnte doppelt sein. Wählen Sie, was damit geschehen soll.',
    other: '{n} Datensätze könnten doppelt sein. Wählen Sie, was damit geschehen soll.',
  },
  import_has_faults: {
    by: 'count',
    one: 'Ein Datensatz hat Fehler. Beheben Sie sie in der Datei, oder importieren Sie nur die übrigen.',
    other:
      '{n} Datensätze haben Fehler. Beheben Sie sie in der Datei, oder importieren Sie nur die übrigen.',
  },
  already_imported:
    'Diese Datei wurde schon importiert. Machen Sie den früheren Import zuerst rückgängig.',
  too_many_imports: 'Schon {max} Importe warten. Schließen Sie einen ab, oder löschen Sie ihn.',
  unknown_column: 'Diese Spalte kennt der Import nicht. Ordnen Sie sie zu, oder löschen Sie sie.',
  column_twice: 'Diese Spalte kommt zweimal vor. Löschen Sie eine.',
  unnamed_column:
    'Spalte {number} hat keine Überschrift, aber einen Wert. Benennen Sie sie in der ersten Zeile, oder löschen Sie sie.',
  too_many_cells:
    'Die Zeile hat mehr Zellen als Spalten. Prüfen Sie Trennzeichen und Anführungszeichen.',
  contradiction: 'Die Zeilen widersprechen sich. Geben Sie überall denselben Wert an.',
  import_in_use: [
    '{count} von {max} importierten Einträgen wurden seither geändert oder werden verwendet. Deshalb wurde nichts gelöscht.',
    'Der Eintrag wurde seither geändert oder wird verwendet und bleibt deshalb erhalten. Löschen Sie ihn bei Bedarf selbst.',
  ],
  csv_too_large:
    'Die CSV-Datei ist größer als {max_bytes}. Teilen Sie sie auf, oder importieren Sie sie auf der Kommandozeile.',
  entry_not_found: 'Diesen Eintrag gibt es nicht (mehr).',
  entry_billed:
    'Der Eintrag ist schon abgerechnet. Löschen Sie den Entwurf oder seine Position, oder stornieren Sie die Rechnung.',
  nothing_to_bill:
    'Für diesen Kunden ist in dieser Währung bis zu diesem Tag nichts offen. Prüfen Sie Kunde, Währung und Tag.',
  file_not_found: 'Diese Datei gibt es nicht (mehr).',
  file_locked:
    'Das Dokument ist ausgestellt. Dateien, die der Kunde sieht, lassen sich nicht mehr ändern. Fügen Sie eine interne Datei hinzu.',
  too_many_files:
    'Hier ist kein Platz mehr: Möglich sind {max} Dateien und zusammen {max_bytes}. Löschen Sie zuerst eine.',
  invoice_is_void: 'Die Rechnung ist storniert. Senden Sie eine andere.',
  no_recipient: 'Der Kunde hat keine E‑Mail-Adresse. Geben Sie einen Empfänger an.',
  too_many_recipients: 'Das sind zu viele Empfänger. Möglich sind zusammen höchstens {max}.',
  attachments_too_large:
    'Die Anhänge sind größer als {max_bytes}. Senden Sie stattdessen den Link.',
  webhook_disabled: 'Dieser Webhook ist abgeschaltet. Schalten Sie ihn zuerst ein.',
  message_not_found: 'Diese Nachricht gibt es nicht (mehr).',
  message_not_built:
    'Die Nachricht ist noch nicht gesendet, oder ihr Original wurde nach Ablauf der Frist gelöscht.',
  message_template_not_found: 'Diese Art von Nachricht oder diese Sprache gibt es nicht.',
  url_refused: 'Diese Adresse ist nicht erlaubt. Verwenden Sie eine öffentliche mit https.',
  'url_refused.scheme': 'Die Adresse muss mit https:// beginnen.',
  'url_refused.length': 'Die Adresse ist zu lang.',
  'url_refused.credentials': 'Die Adresse enthält Zugangsdaten. Entfernen Sie sie.',
  'url_refused.port': 'Dieser Port ist nicht erlaubt.',
  'url_refused.host': 'Der Name des Servers ist nicht gültig oder nicht öffentlich.',
  'url_refused.address': 'Der Server hat keine öffentliche Adresse.',
  'url_refused.redirect': 'Der Server leitet auf eine Adresse weiter, die nicht erlaubt ist.',
  'url_refused.syntax': 'Das ist keine gültige Webadresse.',
  outbound_busy: 'Zu viele Downloads warten. Versuchen Sie es gleich noch einmal.',
  upstream_unreachable:
    'Zu {name} kommt keine sichere Verbindung zustande. Prüfen Sie die Adresse und das Zertifikat.',
  upstream_unusable: 'Die Antwort von {name} ist unbrauchbar. Prüfen Sie die Adresse.',
  upstream_status: '{name} hat mit dem Fehler {status} geantwortet. Prüfen Sie die Adresse.',
  upstream_timeout: '{name} hat zu lange gebraucht. Versuchen Sie es später noch einmal.',
  outbound_closed: 'Der Dienst wird gerade beendet. Versuchen Sie es gleich noch einmal.',
  required: 'Diese Angabe fehlt.',
  address_empty: 'Die Adresse ist leer. Tragen Sie einen Teil davon oder einen Namen ein.',
  wrong_type: 'Das passt nicht in dieses Feld.',
  wrong_format: 'Das hat nicht die richtige Form.',
  'wrong_format.skonto':
    'Zeile {line}: Geben Sie Skonto als #SKONTO#TAGE=14#PROZENT=2.00# an (höchstens 365 Tage, mehr als 0 %), oder nutzen Sie die Felder darunter.',
  'wrong_format.email': 'Geben Sie eine E‑Mail-Adresse ein, zum Beispiel rechnung@example.com.',
  'wrong_format.emails': 'Geben Sie höchstens {max} E‑Mail-Adressen an.',
  'wrong_format.date': 'Geben Sie ein gültiges Datum ein.',
  'wrong_format.not_a_date': '„{value}“ in {name} ist kein Datum.',
  'wrong_format.not_a_number':
    '„{value}“ in {name} ist keine Zahl mit Dezimalpunkt und höchstens 64 Zeichen.',
  'wrong_format.not_a_code': '„{value}“ in {name} ist kein Code der zugehörigen Liste.',
  'wrong_format.color': 'Geben Sie eine Farbe ein, zum Beispiel #1a73e8.',
  'wrong_format.website': 'Geben Sie eine Webadresse ein, zum Beispiel https://example.com.',
  'wrong_format.iban': 'Geben Sie eine IBAN ein, zum Beispiel DE89 3704 0044 0532 0130 00.',
  'wrong_format.creditor_id': 'Geben Sie eine Gläubiger-ID ein, zum Beispiel DE98ZZZ09999999999.',
  'wrong_format.qr_iban':
    'Geben Sie eine QR-IBAN ein, zum Beispiel CH44 3199 9123 0008 8901 2. Ihre Schweizer Bank teilt sie Ihnen mit.',
  'wrong_format.bic': 'Ein BIC hat 8 oder 11 Zeichen, zum Beispiel COBADEFFXXX.',
  'wrong_format.scheme': 'Geben Sie ein Schema wie 0088, 9930 oder EM an.',
  wrong_checksum: 'Die Prüfziffern stimmen nicht. Bitte auf Tippfehler prüfen.',
  invalid: 'Das ist nicht gültig.',
  invalid_text: 'Der Text enthält unerlaubte Zeichen. Entfernen Sie diese.',
  no_item: 'Es gibt keine Position. Fügen Sie vor dem Ausstellen eine hinzu.',
  duration_differs: 'Menge und Dauer widersprechen sich. Geben Sie nur eine von beiden an.',
  no_time_unit: 'Eine Dauer braucht eine Zeiteinheit, zum Beispiel Stunden.',
  not_for_kind: 'Zu dieser Art gehört diese Angabe nicht. Lassen Sie sie weg.',
  not_allowed: [
    'Dieser Wert ist hier nicht zulässig. Möglich sind: {allowed}.',
    'Dieser Wert ist hier nicht zulässig.',
  ],
  'not_allowed.second_tax': 'Eine zweite Steuer gibt es nur in der Kategorie S.',
  'not_allowed.cash_step':
    'So kleine Beträge gibt es in dieser Währung nicht. Wählen Sie einen größeren.',
  'not_allowed.two_withholdings':
    'Der Steuereinbehalt ist zweimal unterschiedlich angegeben. Geben Sie ihn nur einmal an.',
  'not_allowed.rate_of_untaxed': 'In dieser Steuerkategorie muss der Satz 0 sein.',
  'not_allowed.zero_rate':
    'Der Regelsteuersatz muss größer als 0 sein. Wählen Sie für 0 % eine andere Steuerkategorie.',
  'not_allowed.repeat': 'Nur die letzte Mahnstufe lässt sich wiederholen.',
  too_short: ['Das ist zu kurz. Verwenden Sie mindestens {min} Zeichen.', 'Das ist zu kurz.'],
  too_long: ['Das ist zu lang. Verwenden Sie höchstens {max} Zeichen.', 'Das ist zu lang.'],
  too_few_items: [
    {
      by: 'min',
      one: 'Es fehlen Einträge. Nötig ist mindestens einer.',
      other: 'Es fehlen Einträge. Nötig sind mindestens {n}.',
    },
    'Es fehlen Einträge.',
  ],
  too_many_items: [
    {
      by: 'max',
      one: 'Das sind zu viele Einträge. Möglich ist nur einer.',
      other: 'Das sind zu viele Einträge. Möglich sind höchstens {n}.',
    },
    'Das sind zu viele Einträge.',
  ],
  too_many_fields: 'Das sind zu viele Angaben. Möglich sind höchstens {max}.',
  duplicate: 'Das kommt zweimal vor. Entfernen Sie eines davon.',
  'duplicate.item_number': 'Ein anderes Produkt hat schon die Artikelnummer {value}.',
  incomplete: 'Dazu fehlen weitere Angaben. Ergänzen Sie diese.',
  not_a_number: 'Das ist keine Zahl.',
  too_precise: [
    {
      by: 'max',
      one: 'Das sind zu viele Nachkommastellen. Möglich ist höchstens eine.',
      other: 'Das sind zu viele Nachkommastellen. Möglich sind höchstens {n}.',
    },
    'Das sind zu viele Stellen.',
  ],
  'too_precise.whole': 'Hier sind keine Nachkommastellen möglich. Geben Sie eine ganze Zahl ein.',
  too_large: 'Das ist zu groß.',
  percent_or_amount: 'Geben Sie entweder einen Prozentsatz oder einen Betrag an.',
  quantity_or_amount: 'Geben Sie entweder eine Menge oder einen Betrag an.',
  unknown_item: 'Diese Position gibt es in der Rechnung nicht.',
  rate_needed: 'Diese Steuerkategorie braucht einen Satz. Geben Sie ihn an.',
  rate_not_allowed: 'Diese Steuerkategorie hat keinen Satz. Lassen Sie ihn weg.',
  invalid_pattern:
    'Dieses Muster ergibt keine lückenlosen, eindeutigen Nummern. Verwenden Sie {YYYY}, {YY}, {MM} und {SEQ:n}, Buchstaben, Ziffern und + - _ / .',
  same_numbers: [
    'Das Muster „{value}“ ergäbe dieselben Nummern. Verwenden Sie verschiedene Muster.',
    'So bekämen zwei Dokumente dieselbe Nummer.',
  ],
  ambiguous_customer:
    'Mehrere Kunden heißen {name}: {allowed}. Tragen Sie die ID des richtigen in die Spalte „Kunden-ID“ (customer_id) ein.',
  unknown_customer: 'Diesen Kunden gibt es nicht. Wählen Sie einen anderen.',
  unknown_contact: 'Diesen Ansprechpartner gibt es beim Kunden nicht (mehr).',
  unknown_series:
    'Diesen Nummernkreis gibt es für diese Art von Dokument nicht, oder er ist archiviert.',
  unknown_address: 'Diese Adresse gibt es beim Kunden nicht (mehr).',
  quantity_or_percent: 'Geben Sie entweder eine Menge oder einen Prozentsatz an.',
  unknown_placeholder:
    'Der Text enthält einen unbekannten Platzhalter. Prüfen Sie die Schreibweise.',
  unknown_template: 'Diese Vorlage gibt es nicht. Wählen Sie eine andere.',
  tls_required:
    'Ohne TLS sind nur Server erlaubt, die der Betreiber freigegeben hat. Wählen Sie eine verschlüsselte Verbindung.',
  base_rate_missing:
    'Es wurden keine Verzugszinsen berechnet, weil im Mahnplan ein Basiszinssatz fehlt. Tragen Sie ihn ein.',
  charges_on_first_level:
    'Schon die erste Mahnung fordert Kosten. Üblich ist zuerst eine Erinnerung ohne Kosten.',
  unknown_plan: 'Diesen Mahnplan gibt es nicht. Wählen Sie einen anderen.',
  unknown_entry: 'Diesen Eintrag gibt es für diesen Kunden in dieser Währung nicht.',
  unknown_product: 'Dieses Produkt gibt es nicht. Wählen Sie ein anderes.',
  unknown_preset:
    'Diesen Steuersatz gibt es in den Einstellungen nicht, oder er gilt nicht am Tag der Leistung.',
  price_or_discount: 'Geben Sie entweder einen Preis oder einen Rabatt an.',
  unknown_event_type: 'Diese Art von Ereignis gibt es nicht.',
  unknown_invoice: 'Diese Rechnung gibt es nicht.',
  unknown_deposit:
    'Das ist keine ausgestellte Anzahlungsrechnung an diesen Kunden in dieser Währung.',
  percent_or_total: 'Geben Sie entweder einen Prozentsatz oder einen Gesamtbetrag an.',
  nothing_left: 'Diese Position ist schon vollständig korrigiert. Lassen Sie sie weg.',
  unknown_currency: 'Diese Währung gibt es nicht. Wählen Sie eine aus der Liste.',
  unknown_unit: 'Diese Einheit gibt es nicht. Wählen Sie eine aus der Liste.',
  unknown_country: 'Dieses Land gibt es nicht. Wählen Sie eines aus der Liste.',
  unknown_language: 'Diese Sprache gibt es nicht. Wählen Sie eine aus der Liste.',
  unknown_time_zone: 'Diese Zeitzone gibt es nicht. Wählen Sie eine aus der Liste.',
  invalid_logo: 'Das Logo ist kein unterstütztes Bild. Verwenden Sie PNG, JPEG, WebP oder SVG.',
  password_common: 'Dieses Passwort ist zu leicht zu erraten. Wählen Sie ein anderes.',
  password_guessable: [
    'Das Passwort enthält „{value}“ und ist leicht zu erraten. Wählen Sie ein anderes.',
    'Das Passwort enthält Ihren Namen, Ihre Adresse oder ein Muster. Wählen Sie ein anderes.',
  ],
}
