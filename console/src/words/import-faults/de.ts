import type { ErrorWords } from '../errors/errors.ts'

/** What a file needs said otherwise than a form. Other codes have the sentences of `errors`. */
export const faults: ErrorWords = {
  internal:
    'Diese Zeile wurde wegen eines internen Fehlers nicht importiert. Melden Sie den Fehler und importieren Sie die Zeile später noch einmal.',
  malformed_json: 'Diese Zeile lässt sich nicht lesen. Exportieren Sie die Datei noch einmal.',
  required: 'Hier fehlt ein Wert. Füllen Sie die Zelle aus.',
  'required.external_id':
    'Schreiben Sie den Namen des anderen Programms, einen Doppelpunkt und die ID, zum Beispiel shop:1001.',
  unknown_field: 'Das gehört nicht hierher. Löschen Sie es.',
  computed_field: 'Das wird immer berechnet. Lassen Sie die Spalte weg.',
  read_only: 'Das lässt sich nicht importieren. Lassen Sie die Spalte weg.',
  wrong_type: [
    '„{value}“ passt hier nicht. Bitte korrigieren.',
    'Das passt hier nicht. Bitte korrigieren.',
  ],
  'wrong_type.integer': [
    '„{value}“ ist keine ganze Zahl. Verwenden Sie eine Zahl wie 14.',
    'Das ist keine ganze Zahl. Verwenden Sie eine Zahl wie 14.',
  ],
  'wrong_type.number': [
    '„{value}“ ist keine Zahl. Verwenden Sie eine Zahl wie 2,5.',
    'Das ist keine Zahl. Verwenden Sie eine Zahl wie 2,5.',
  ],
  'wrong_type.boolean': [
    '„{value}“ bedeutet hier weder Ja noch Nein. Schreiben Sie true für Ja und false für Nein.',
    'Schreiben Sie true für Ja und false für Nein.',
  ],
  wrong_format: [
    '„{value}“ hat nicht die richtige Form. Bitte korrigieren.',
    'Das hat nicht die richtige Form. Bitte korrigieren.',
  ],
  'wrong_format.date': [
    '„{value}“ ist kein Datum. Schreiben Sie Jahr, Monat und Tag: 2026-01-31.',
    'Das ist kein Datum. Schreiben Sie Jahr, Monat und Tag: 2026-01-31.',
  ],
  'wrong_format.date-time': [
    '„{value}“ ist kein Datum mit Uhrzeit. Schreiben Sie es so: 2026-01-31T12:00:00Z.',
    'Das ist kein Datum mit Uhrzeit. Schreiben Sie es so: 2026-01-31T12:00:00Z.',
  ],
  'wrong_format.email': [
    '„{value}“ ist keine E‑Mail-Adresse. Verwenden Sie eine wie rechnung@example.com.',
    'Das ist keine E‑Mail-Adresse. Verwenden Sie eine wie rechnung@example.com.',
  ],
  'wrong_format.currency': [
    '„{value}“ ist keine Währung. Verwenden Sie ihre drei Buchstaben, zum Beispiel EUR.',
    'Verwenden Sie die drei Buchstaben einer Währung, zum Beispiel EUR.',
  ],
  'wrong_format.country': [
    '„{value}“ ist kein Land. Verwenden Sie seine zwei Buchstaben, zum Beispiel DE.',
    'Verwenden Sie die zwei Buchstaben eines Landes, zum Beispiel DE.',
  ],
  'wrong_format.language': [
    '„{value}“ ist keine Sprache. Verwenden Sie ihr Kürzel, zum Beispiel de oder en-GB.',
    'Verwenden Sie das Kürzel einer Sprache, zum Beispiel de oder en-GB.',
  ],
  'wrong_format.time': [
    '„{value}“ ist keine Uhrzeit. Verwenden Sie eine wie 09:30.',
    'Das ist keine Uhrzeit. Verwenden Sie eine wie 09:30.',
  ],
  'wrong_format.id': [
    'Billwright kennt keine ID „{value}“. Kopieren Sie die ID aus Billwright, oder leeren Sie die Zelle.',
    'Das ist keine ID aus Billwright. Kopieren Sie sie dort, oder leeren Sie die Zelle.',
  ],
  'wrong_format.blank': 'Das ist leer. Füllen Sie es aus.',
  'wrong_format.no_colon':
    'Der Name des anderen Programms darf keinen Doppelpunkt enthalten. Entfernen Sie ihn.',
  invalid: [
    '„{value}“ ist hier nicht möglich. Bitte korrigieren.',
    'Das ist nicht möglich. Bitte korrigieren.',
  ],
  not_allowed: [
    '„{value}“ ist hier nicht möglich. Verwenden Sie einen dieser Werte: {allowed}.',
    'Dieser Wert ist hier nicht möglich. Verwenden Sie einen dieser Werte: {allowed}.',
    'Dieser Wert ist hier nicht möglich. Verwenden Sie einen anderen.',
  ],
  'not_allowed.schedule_end':
    'Geben Sie entweder die Anzahl der Rechnungen oder den letzten Tag an. Leeren Sie die andere Zelle.',
  due_before_issue: 'Das Fälligkeitsdatum liegt vor dem Rechnungsdatum. Korrigieren Sie eines.',
  not_a_number: [
    '„{value}“ ist keine Zahl. Verwenden Sie eine Zahl wie 2,5.',
    'Das ist keine Zahl. Verwenden Sie eine Zahl wie 2,5.',
  ],
  too_large: [
    '„{value}“ ist zu groß. Verwenden Sie eine kleinere Zahl.',
    'Verwenden Sie eine kleinere Zahl.',
  ],
  price_missing: [
    'Das Produkt hat keinen Preis in {currency} für diese Menge und diesen Tag. Tragen Sie einen Preis in die Datei ein.',
    'Das Produkt hat keinen Preis für diese Menge und diesen Tag. Tragen Sie einen Preis in die Datei ein.',
  ],
  ambiguous_customer:
    'Mehrere Kunden heißen {name}: {allowed}. Tragen Sie die ID des richtigen in eine Spalte „Kunden-ID“ ein.',
  unknown_customer: [
    'Den Kunden „{value}“ gibt es nicht. Importieren Sie zuerst die Kunden, oder korrigieren Sie den Namen.',
    'Diesen Kunden gibt es nicht. Importieren Sie zuerst die Kunden, oder korrigieren Sie den Namen.',
  ],
  unknown_series: [
    'Den Nummernkreis „{value}“ gibt es für dieses Dokument nicht. Legen Sie ihn in den Einstellungen an, oder verwenden Sie einen anderen.',
    'Diesen Nummernkreis gibt es für dieses Dokument nicht. Legen Sie ihn in den Einstellungen an, oder verwenden Sie einen anderen.',
  ],
  unknown_invoice: [
    'Die Rechnung „{value}“ gibt es nicht. Importieren Sie zuerst die Rechnungen, oder korrigieren Sie die Nummer.',
    'Diese Rechnung gibt es nicht. Importieren Sie zuerst die Rechnungen, oder korrigieren Sie die Nummer.',
  ],
  unknown_product:
    'Dieses Produkt gibt es nicht. Importieren Sie zuerst die Produkte, oder korrigieren Sie die Angabe.',
  unknown_preset: [
    'Den Steuersatz „{value}“ gibt es in den Einstellungen nicht, oder er gilt nicht an diesem Tag. Verwenden Sie einen anderen.',
    'Diesen Steuersatz gibt es in den Einstellungen nicht, oder er gilt nicht an diesem Tag. Verwenden Sie einen anderen.',
  ],
  unknown_currency: [
    '„{value}“ ist keine Währung. Verwenden Sie ihre drei Buchstaben, zum Beispiel EUR.',
    'Das ist keine Währung. Verwenden Sie ihre drei Buchstaben, zum Beispiel EUR.',
  ],
  unknown_unit: [
    'Die Einheit „{value}“ gibt es nicht. Verwenden Sie eine übliche, zum Beispiel Stunde oder Stück.',
    'Diese Einheit gibt es nicht. Verwenden Sie eine übliche, zum Beispiel Stunde oder Stück.',
  ],
  unknown_country: [
    'Das Land „{value}“ gibt es nicht. Verwenden Sie seine zwei Buchstaben, zum Beispiel DE.',
    'Dieses Land gibt es nicht. Verwenden Sie seine zwei Buchstaben, zum Beispiel DE.',
  ],
  unknown_language: [
    'Die Sprache „{value}“ gibt es nicht. Verwenden Sie ihr Kürzel, zum Beispiel de oder en-GB.',
    'Diese Sprache gibt es nicht. Verwenden Sie ihr Kürzel, zum Beispiel de oder en-GB.',
  ],
  unknown_time_zone: 'Diese Zeitzone gibt es nicht. Verwenden Sie eine wie Europe/Berlin.',
  external_id_taken:
    'Ein anderer Datensatz hat diese ID des anderen Programms schon. Ändern Sie sie, oder leeren Sie die Zelle.',
  number_taken: [
    'Die Nummer {number} ist schon vergeben. Verwenden Sie eine andere.',
    'Die Nummer ist schon vergeben. Verwenden Sie eine andere.',
  ],
  payment_exists:
    'Eine Zahlung mit dieser Referenz und diesem Betrag ist schon erfasst. Löschen Sie die Zeile.',
  invalid_transition: 'Das ist im jetzigen Zustand nicht möglich. Prüfen Sie den Status.',
  precondition_failed:
    'Der Datensatz wurde nach der Prüfung der Datei geändert. Laden Sie die Datei noch einmal hoch.',
  invoice_changed:
    'Die Rechnung wurde nach der Prüfung der Datei geändert. Laden Sie die Datei noch einmal hoch.',
  einvoice_invalid:
    'Die Rechnung verletzt Regeln ihres E‑Rechnungsprofils. Ergänzen Sie, was fehlt.',
}
