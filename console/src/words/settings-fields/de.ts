import type { SettingsFieldWords } from './en.ts'

export const de: SettingsFieldWords = {
  taxNumbers: { label: 'Weitere steuerliche Registrierungen' },
  taxPresets: { label: 'Steuersätze' },
  withholdings: { label: 'Steuereinbehalt' },
  cashRounding: { label: 'Rundung des Zahlbetrags' },
  customFields: {
    label: 'Eigene Felder',
    hint: 'Stehen auf jeder neuen Rechnung, zum Beispiel eine Kostenstelle.',
  },
  companyName: {
    label: 'Name des Unternehmens',
    hint: 'So, wie er eingetragen ist; er steht oben auf jedem Dokument.',
  },
  companyTradingName: {
    label: 'Geschäftsbezeichnung',
    hint: 'Wie Kunden Sie kennen, falls das ein anderer Name ist.',
  },
  companyContact: { label: 'Ansprechpartner' },
  companyEmail: { label: 'E-Mail', hint: 'Steht auf Dokumenten, für Rückfragen.' },
  companyPhone: { label: 'Telefon' },
  companyWebsite: { label: 'Website' },
  'companyAddress.line1': { label: 'Straße und Hausnummer' },
  'companyAddress.line2': { label: 'Adresszusatz' },
  'companyAddress.postalCode': { label: 'Postleitzahl' },
  'companyAddress.city': { label: 'Ort' },
  'companyAddress.region': { label: 'Bundesland oder Region' },
  'companyAddress.countryCode': { label: 'Land' },
  companyRegistrationId: {
    label: 'Registernummer',
    hint: 'Im Handelsregister, z. B. HRB 12345.',
  },
  companyTaxRegime: { label: 'Italienisches Steuerregime (Regime fiscale)' },
  companyLegalForm: {
    label: 'Rechtliche Angaben',
    hint: 'Was das Gesetz verlangt: Rechtsform, Sitz, Geschäftsführung, Kapital.',
  },
  templateId: { label: 'Vorlage', hint: 'Gilt für neue Dokumente. Ausgestellte behalten ihre.' },
  logo: { label: 'Logo' },
  accentColor: {
    label: 'Farbe Ihres Unternehmens',
    hint: 'Für Überschriften und Linien der Dokumente.',
  },
  typeface: { label: 'Schriftart' },
  'letterhead.logoSize': { label: 'Größe des Logos' },
  'letterhead.logoPlace': { label: 'Position des Logos' },
  addressWindow: {
    label: 'Fenster Ihrer Briefumschläge',
    hint: 'Auf dieser Seite steht die Anschrift des Kunden.',
  },
  greeting: {
    label: 'Mit Anrede und Grußformel',
    hint: 'Auf Dokumenten der Vorlage Minimalist Clean und auf Mahnungen.',
  },
  'bankAccount.holder': { label: 'Kontoinhaber' },
  'bankAccount.iban': {
    label: 'IBAN',
    hint: 'Kunden können dann mit dem Code auf dem Dokument bezahlen.',
  },
  'bankAccount.number': { label: 'Kontonummer', hint: 'Für ein Konto ohne IBAN.' },
  'bankAccount.bankCode': {
    label: 'Bankleitzahl',
    hint: 'Für ein Konto ohne IBAN, z. B. Routing Number oder Sort Code.',
  },
  'bankAccount.bic': { label: 'BIC' },
  'bankAccount.bankName': { label: 'Bank' },
  'bankAccount.qrIban': {
    label: 'QR-IBAN',
    hint: 'Für Schweizer QR-Rechnungen in Franken mit QR-Referenz.',
  },
  'bankAccount.creditorId': { label: 'Gläubiger-ID', hint: 'Nur für SEPA-Lastschriften.' },
  paymentInstructions: {
    label: 'Zahlungshinweise',
    hint: 'Stehen bei der Bankverbindung, z. B. ein Link zur Kartenzahlung.',
  },
  paymentReference: {
    label: 'Verwendungszweck',
    hint: 'Steht auf neuen Rechnungen. Mit Prüfziffern lassen sich Zahlungen sicherer zuordnen. KID und OCR setzen eine Vereinbarung mit Ihrer Bank voraus.',
  },
  earlyPayment: {
    label: 'Skonto',
    hint: 'Auf neuen Rechnungen und Angeboten, wenn der Kunde kein eigenes hat.',
  },
  bankAutoBook: {
    label: 'Verbuchung',
    hint: 'Zahlungen, deren Zuordnung sicher ist, können ohne Rückfrage gebucht werden. Jede Buchung können Sie zurücknehmen.',
  },
  bankFolder: {
    label: 'Ordner für Bankdateien',
    hint: 'Kontoauszüge aus diesem Ordner werden übernommen. Er liegt in dem Ordner, den der Betreiber freigegeben hat.',
  },
  receiptOnPayment: {
    label: 'Für jede Online-Zahlung eine Zahlungsbestätigung senden',
    hint: 'Der Kunde erhält sie per E‑Mail, sobald der Anbieter die Zahlung bestätigt.',
  },
  checkoutMinutes: {
    label: 'Zahlungsseite offen für',
    hint: 'In Minuten, 30 bis 1440. Nicht bei jedem Anbieter einstellbar.',
  },
  refundLimit: {
    label: 'Erneute Anmeldung bei Erstattungen über',
    hint: 'Über diesem Betrag kann nur erstatten, wer sich in den letzten 15 Minuten angemeldet hat. Leer: keine Grenze.',
  },
  'directDebit.creditorName': {
    label: 'Name auf Lastschriften',
    hint: 'Leer: der Kontoinhaber, sonst Ihr Unternehmen.',
  },
  'directDebit.preNotificationDays': {
    label: 'Ankündigungsfrist in Tagen',
    hint: 'Zwischen Ankündigung und Einzug. Üblich: 14, wenn nicht weniger vereinbart sind.',
  },
  'directDebit.submitDays': {
    label: 'Vorlauf der Bank in Tagen',
    hint: 'Bankarbeitstage, die Ihre Bank vor dem Einzug braucht.',
  },
  confirmMandates: {
    label: 'Eine Person bestätigt jedes Mandat',
    hint: 'Sie vergleicht es vor der Verwendung mit dem unterschriebenen Formular.',
  },
  mandateByPage: {
    label: 'Kunden können ein Mandat auf der Seite einer Rechnung erteilen',
    hint: 'Nur wenn Ihre Bank Mandate ohne Unterschrift auf Papier akzeptiert. Fragen Sie sie vorher.',
  },
  'directDebit.bookOn': {
    label: 'Einzüge als bezahlt buchen',
    hint: 'Eine Datei bei der Bank ist nur ein Auftrag.',
  },
  'directDebit.returnFee': {
    label: 'Gebühr für Rücklastschriften',
    hint: 'Der Kunde schuldet sie zusätzlich zur Rechnung.',
  },
  'directDebit.limit': {
    label: 'Freigabe durch zwei Personen bei Läufen über',
    hint: 'In Euro. Leer: Eine Person genügt.',
  },
  'directDebit.batchBooking': {
    label: 'Sammelbuchung für alle Einzüge eines Tages',
  },
  'directDebit.sequence': {
    label: 'Erster Einzug eines Mandats',
    hint: 'Fragen Sie Ihre Bank, ob er gekennzeichnet sein muss.',
  },
  'directDebit.umlauts': { label: 'Umlaute' },
  'directDebit.format': {
    label: 'Format der Dateien',
    hint: 'Deutsche Banken nehmen nur Version 08 an.',
  },
  autopay: {
    label: 'Kunden können automatischer Zahlung zustimmen',
    hint: 'Auf der Seite einer wiederkehrenden Rechnung. Sie werden vor jeder Abbuchung informiert und können die automatische Zahlung jederzeit beenden.',
  },
  collectOn: {
    label: 'Automatisch einziehen',
    hint: 'Über das Zahlungsmittel oder per Lastschrift, aber nie vor Ablauf der Ankündigungsfrist.',
  },
  noticeDays: {
    label: 'Ankündigungsfrist für Karten in Tagen',
    hint: 'Zwischen der Ankündigung und der Belastung einer Karte oder Wallet. Für Lastschriften gilt eine eigene Frist.',
  },
  collectRetries: {
    label: 'Erneut versuchen nach',
    hint: 'Tage von jedem erfolglosen Versuch bis zum nächsten, höchstens drei Zahlen, zum Beispiel 3, 5, 7. Leer: nur von Hand.',
  },
  discountGraceDays: {
    label: 'Kulanztage beim Skonto',
    hint: 'So viele Tage nach Ablauf der Skontofrist wird das Skonto noch vorgeschlagen, aber nie automatisch gebucht.',
  },
  paymentTolerance: {
    label: 'Differenzen ausbuchen bis',
    hint: 'Fehlt höchstens dieser Betrag, wird die Zahlung als vollständig vorgeschlagen.',
  },
  feeTolerance: {
    label: 'Bankgebühren bis',
    hint: 'Fehlt höchstens dieser Betrag, wird er als Bankgebühr vorgeschlagen.',
  },
  paymentTerms: {
    label: 'Fälligkeit',
    hint: 'Ab Rechnungsdatum; Kunden können eine eigene haben.',
  },
  defaultTerms: {
    label: 'Zahlungsbedingungen',
    hint: 'Stehen auf neuen Dokumenten und lassen sich dort ändern.',
  },
  defaultNotes: {
    label: 'Anmerkungen',
    hint: 'Zum Beispiel ein Dank. Steht ebenfalls auf neuen Dokumenten.',
  },
  defaultTexts: {
    label: 'Texte in anderen Sprachen',
    hint: 'Dokumente in diesen Sprachen verwenden stattdessen diese Texte. Leere Texte werden nicht gedruckt.',
  },
  companyTaxId: {
    label: 'USt-IdNr.',
    hint: 'Oder Ihre Steuernummer, wenn Sie keine USt-IdNr. haben.',
  },
  companyTaxNumber: {
    label: 'Steuernummer',
    hint: 'Zusätzlich zur USt-IdNr., wenn das Gesetz beide verlangt oder Sie wählen können.',
  },
  taxLabel: {
    label: 'Name der Steuer',
    hint: 'Leer: die übliche Bezeichnung in der Sprache des Dokuments.',
  },
  'defaultTax.category': {
    label: 'Steuerkategorie',
    hint: 'Für neue Positionen; jede kann eine andere haben.',
  },
  'defaultTax.rate': { label: 'Steuersatz in %' },
  pricesIncludeTax: {
    label: 'Preise enthalten Steuer',
    hint: 'Der eingegebene Preis ist der, den der Kunde zahlt.',
  },
  rounding: {
    label: 'Rundung der Steuer',
    hint: 'E-Rechnungen verlangen „Einmal je Steuersatz“.',
  },
  viesCheck: {
    label: 'USt-IdNrn. der Kunden prüfen',
    hint: 'VIES ist der Dienst der EU. Das Ergebnis hält keine Rechnung auf.',
  },
  'invoiceNumbering.pattern': {
    label: 'Rechnungsnummern',
    hint: '{YYYY}, {YY} und {MM} werden zum Datum, {SEQ:4} zu einer Zahl mit mindestens 4 Stellen.',
  },
  'invoiceNumbering.reset': { label: 'Rechnungen beginnen wieder bei 1' },
  'creditNoteNumbering.pattern': {
    label: 'Nummern der Rechnungskorrekturen',
    hint: 'Ein eigener Nummernkreis; das Muster muss anders sein.',
  },
  'creditNoteNumbering.reset': { label: 'Rechnungskorrekturen beginnen wieder bei 1' },
  lockIssuedInvoices: {
    label: 'Ausgestellte Dokumente sind unveränderbar',
    hint: 'Wie es die meisten Steuergesetze verlangen. Fehler beheben Sie mit einer Rechnungskorrektur.',
  },
  applyCreditOnIssue: {
    label: 'Guthaben beim Ausstellen verrechnen',
    hint: 'Eine Rechnung verwendet das Guthaben ihres Kunden.',
  },
  shareOtherInvoices: {
    label: 'Dem Kunden weitere offene Rechnungen zeigen',
    hint: 'Die Seite einer Rechnung führt auch ihre Rechnungskorrekturen und die übrigen offenen Rechnungen des Kunden auf. Wer einen Link hat, sieht sie alle.',
  },
  'quoteNumbering.pattern': { label: 'Angebotsnummern' },
  'quoteNumbering.reset': { label: 'Angebote beginnen wieder bei 1' },
  'deliveryNoteNumbering.pattern': { label: 'Lieferscheinnummern' },
  'deliveryNoteNumbering.reset': { label: 'Lieferscheine beginnen wieder bei 1' },
  quoteValidDays: {
    label: 'Gültigkeit in Tagen',
    hint: 'So lange lassen sich neue Angebote annehmen.',
  },
  quoteTerms: { label: 'Bedingungen neuer Angebote' },
  evidenceKeepAddress: {
    label: 'IP-Adresse der Antwort festhalten',
    hint: 'Teil des Nachweises, wer ein Angebot angenommen hat.',
  },
  'taxRepresentative.name': { label: 'Name' },
  'taxRepresentative.taxId': { label: 'USt-IdNr. des Fiskalvertreters' },
  'taxRepresentative.line1': { label: 'Straße und Hausnummer' },
  'taxRepresentative.line2': { label: 'Adresszusatz' },
  'taxRepresentative.postalCode': { label: 'Postleitzahl' },
  'taxRepresentative.city': { label: 'Ort' },
  'taxRepresentative.region': { label: 'Bundesland oder Region' },
  'taxRepresentative.countryCode': { label: 'Land' },
  eInvoiceProfile: {
    label: 'Jede Rechnung muss gültig sein als',
    hint: 'Andere Rechnungen lassen sich nicht ausstellen; die Meldung nennt, was fehlt.',
  },
  'companyEndpoint.scheme': {
    label: 'Schema',
    hint: 'Z. B. 0088 für eine GLN, 9930 für eine deutsche USt-IdNr., EM für eine E‑Mail-Adresse.',
  },
  'companyEndpoint.id': {
    label: 'Adresse',
    hint: 'Ihre Adresse im Netzwerk, z. B. bei Peppol.',
  },
  companyRegistrationScheme: {
    label: 'Schema der Registernummer',
    hint: 'Vier Ziffern, z. B. 0002 für eine SIREN.',
  },
  paymentMeans: {
    label: 'Zahlungsart',
    hint: 'Automatisch: Überweisung, wenn ein Bankkonto eingetragen ist.',
  },
  locale: { label: 'Sprache neuer Dokumente', hint: 'Kunden können eine eigene haben.' },
  currency: { label: 'Währung neuer Dokumente' },
  dateFormat: { label: 'Datumsformat' },
  timeZone: { label: 'Zeitzone', hint: 'Sie bestimmt, was „heute“ ist.' },
  'mailFrom.name': { label: 'Name des Absenders', hint: 'Leer: der Name des Unternehmens.' },
  'mailFrom.address': {
    label: 'Adresse des Absenders',
    hint: 'Leer: die E‑Mail-Adresse des Unternehmens.',
  },
  mailReplyTo: { label: 'Antworten gehen an', hint: 'Leer: an den Absender.' },
  mailBcc: {
    label: 'Kopie an sich selbst',
    hint: 'Bis zu 3 Adressen, durch Kommas getrennt, erhalten von jeder Nachricht eine Kopie.',
  },
  'mailAttach.pdf': { label: 'PDF anhängen' },
  'mailAttach.eInvoice': { label: 'E-Rechnung anhängen' },
  'mailAttach.files': { label: 'Dateien des Dokuments anhängen' },
  mailLink: {
    label: 'Link zum Dokument',
    hint: 'Das Dokument wird dafür veröffentlicht.',
  },
  mailSignature: { label: 'Signatur', hint: 'Steht unter dem Text jeder Nachricht.' },
  mailPerMinute: {
    label: 'Nachrichten pro Minute',
    hint: 'Ihr Anbieter nennt die zulässige Menge.',
  },
  mailPerDay: { label: 'Nachrichten pro Tag' },
  mailAttachmentMaxBytes: {
    label: 'Höchstgröße der Anhänge',
    hint: 'Größeres wird weggelassen; der Link bleibt.',
  },
  mailKeepDays: {
    label: 'Aufbewahrung gesendeter Nachrichten in Tagen',
    hint: '0: unbegrenzt. Text und Empfänger bleiben immer.',
  },
  'notify.email': {
    label: 'Benachrichtigungen an',
    hint: 'Bis zu 3 Adressen, durch Kommas getrennt. Höchstens eine Nachricht alle 15 Minuten.',
  },
  'notify.on': { label: 'Benachrichtigen über' },
  mailPaused: { label: 'Versand pausieren', hint: 'Alle Nachrichten warten.' },
}
