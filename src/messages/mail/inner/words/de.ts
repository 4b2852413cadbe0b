import type { MailWords } from './en.ts'

export const de: MailWords = {
  view: {
    invoice: 'Rechnung ansehen',
    credit_note: 'Rechnungskorrektur ansehen',
    quote: 'Angebot ansehen',
  },
  documents: {
    invoice: 'die Rechnung',
    deposit: 'die Anzahlungsrechnung',
    final: 'die Schlussrechnung',
  },
  kinds: {
    invoice: {
      subject: '{document} {number} von {company_name}',
      text: [
        'anbei erhalten Sie {the_document} {number} über {total}.',
        'Bitte überweisen Sie den Betrag bis zum {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Rechnungskorrektur {number} von {company_name}',
      text: [
        'anbei erhalten Sie die Rechnungskorrektur {number} über {total}.',
        'Sie bezieht sich auf die Rechnung {corrects}.',
      ],
    },
    quote: {
      subject: 'Angebot {number} von {company_name}',
      text: [
        'gern bieten wir Ihnen die Leistungen laut Angebot {number} für {total} an.',
        'Bei Auftragserteilung bitten wir um eine Anzahlung von {deposit}.',
        'Das Angebot gilt bis zum {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Lieferschein {number} von {company_name}',
      text: ['anbei erhalten Sie den Lieferschein {number} zur Lieferung vom {date}.'],
    },
    payment_notice: {
      subject: 'Rechnung {number} wird am {due_date} fällig',
      text: [
        'wir möchten Sie freundlich darauf hinweisen, dass die Rechnung {number} am {due_date} fällig wird.',
        'Offen sind {due}.',
        'Sollten Sie bereits gezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
      ],
    },
    reminder: {
      subject: 'Zahlungserinnerung zur Rechnung {number}',
      text: [
        'zur Rechnung {number} konnten wir noch keinen vollständigen Zahlungseingang feststellen.',
        'Sie war am {due_date} fällig, offen sind {due}.',
        'Hinzu kommen Verzugskosten von {charges}.',
        'Bitte überweisen Sie den Betrag bis zum {pay_by}.',
        'Sollten Sie bereits gezahlt haben, betrachten Sie diese Nachricht bitte als gegenstandslos.',
      ],
    },
    charge_failed: {
      subject: 'Zahlung fehlgeschlagen: Rechnung {number}',
      text: [
        'den Betrag der Rechnung {number} konnten wir nicht von {method} einziehen.',
        'Offen sind {due}.',
        'Am {collect_on} oder kurz danach versuchen wir es erneut.',
        'Sie können jederzeit auch auf der Seite der Rechnung bezahlen.',
      ],
    },
    mandate_copy: {
      subject: 'Ihr SEPA-Lastschriftmandat {mandate}',
      text: [
        'hier ist eine Kopie des Mandats {mandate}, das Sie am {date} für das Konto {method} erteilt haben.',
        'Sie können es jederzeit auf der Seite der Rechnung widerrufen.',
      ],
    },
    receipt: {
      subject: 'Zahlungseingang zur Rechnung {number}',
      text: [
        'vielen Dank für Ihre Zahlung von {amount} zur Rechnung {number}.',
        'Offen bleiben noch {due}.',
      ],
    },
    statement: {
      subject: 'Kontoauszug von {company_name}',
      text: ['anbei erhalten Sie Ihren Kontoauszug für den Zeitraum {period}.'],
    },
    renewal_notice: {
      subject: 'Ankündigung Ihrer nächsten Rechnung von {company_name}',
      text: ['am {date} stellen wir Ihnen {total} in Rechnung.', 'Sie müssen nichts weiter tun.'],
    },
  },
}
