import type { MailWords } from './en.ts'

export const pl: MailWords = {
  view: {
    invoice: 'Zobacz fakturę',
    credit_note: 'Zobacz fakturę korygującą',
    quote: 'Zobacz ofertę',
  },
  documents: { invoice: 'fakturę', deposit: 'fakturę zaliczkową', final: 'fakturę końcową' },
  kinds: {
    invoice: {
      subject: '{document} {number} od {company_name}',
      text: [
        'w załączeniu przesyłamy {the_document} {number} na kwotę {total}.',
        'Prosimy o płatność do {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Faktura korygująca {number} od {company_name}',
      text: [
        'w załączeniu przesyłamy fakturę korygującą {number} na kwotę {total}.',
        'Dotyczy faktury {corrects}.',
      ],
    },
    quote: {
      subject: 'Oferta {number} od {company_name}',
      text: [
        'w załączeniu przesyłamy ofertę {number} na kwotę {total}.',
        'Po akceptacji oferty prosimy o wpłatę zaliczki w wysokości {deposit}.',
        'Oferta jest ważna do {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Dowód dostawy {number} od {company_name}',
      text: ['w załączeniu przesyłamy dowód dostawy {number} dotyczący dostawy z dnia {date}.'],
    },
    payment_notice: {
      subject: 'Termin płatności faktury {number} upływa {due_date}',
      text: [
        'Uprzejmie przypominamy, że termin płatności faktury {number} upływa {due_date}.',
        'Do zapłaty pozostaje {due}.',
        'Jeżeli płatność została już dokonana, prosimy o zignorowanie tej wiadomości.',
      ],
    },
    reminder: {
      subject: 'Przypomnienie: faktura {number}',
      text: [
        'nie otrzymaliśmy jeszcze pełnej płatności za fakturę {number}.',
        'Termin płatności minął {due_date}, do zapłaty pozostaje {due}.',
        'Koszty opóźnienia: {charges}.',
        'Prosimy o płatność do {pay_by}.',
        'Jeśli płatność została już wysłana, prosimy zignorować tę wiadomość.',
      ],
    },
    charge_failed: {
      subject: 'Płatność nie powiodła się: faktura {number}',
      text: [
        'nie udało się pobrać płatności za fakturę {number} z {method}.',
        'Do zapłaty pozostaje {due}.',
        'Ponowimy próbę {collect_on} lub wkrótce potem.',
        'Można też w każdej chwili zapłacić na stronie faktury.',
      ],
    },
    mandate_copy: {
      subject: 'Państwa zgoda na polecenie zapłaty SEPA {mandate}',
      text: [
        'przesyłamy kopię zgody {mandate} podpisanej {date} dla rachunku {method}.',
        'Można ją w każdej chwili wycofać na stronie faktury.',
      ],
    },
    receipt: {
      subject: 'Otrzymaliśmy płatność za fakturę {number}',
      text: [
        'dziękujemy. Otrzymaliśmy płatność w wysokości {amount} za fakturę {number}.',
        'Pozostało do zapłaty: {due}.',
      ],
    },
    statement: {
      subject: 'Zestawienie rozrachunków od {company_name}',
      text: ['w załączeniu przesyłamy zestawienie rozrachunków za okres {period}.'],
    },
    renewal_notice: {
      subject: 'Kolejna faktura od {company_name}',
      text: [
        'dnia {date} wystawimy fakturę na kwotę {total}.',
        'Z Państwa strony nic nie jest potrzebne.',
      ],
    },
  },
}
