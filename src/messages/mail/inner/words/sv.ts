import type { MailWords } from './en.ts'

export const sv: MailWords = {
  view: {
    invoice: 'Visa fakturan',
    credit_note: 'Visa kreditfakturan',
    quote: 'Visa offerten',
  },
  documents: { invoice: 'faktura', deposit: 'förskottsfaktura', final: 'slutfaktura' },
  kinds: {
    invoice: {
      subject: '{document} {number} från {company_name}',
      text: ['Här kommer {the_document} {number} på {total}.', 'Vänligen betala senast {pay_by}.'],
    },
    credit_note: {
      subject: 'Kreditfaktura {number} från {company_name}',
      text: ['Här kommer kreditfaktura {number} på {total}.', 'Den avser faktura {corrects}.'],
    },
    quote: {
      subject: 'Offert {number} från {company_name}',
      text: [
        'Här kommer vår offert {number} på {total}.',
        'När du godkänner offerten ber vi om ett förskott på {deposit}.',
        'Offerten gäller till och med {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Följesedel {number} från {company_name}',
      text: ['Här kommer följesedel {number} för leveransen den {date}.'],
    },
    payment_notice: {
      subject: 'Faktura {number} förfaller {due_date}',
      text: [
        'Vi vill vänligen påminna om att faktura {number} förfaller {due_date}.',
        'Kvar att betala är {due}.',
        'Om du redan har betalat kan du bortse från detta meddelande.',
      ],
    },
    reminder: {
      subject: 'Påminnelse: faktura {number}',
      text: [
        'Vi har ännu inte fått hela betalningen för faktura {number}.',
        'Den förföll {due_date} och {due} återstår att betala.',
        'Avgifter för sen betalning: {charges}.',
        'Vänligen betala senast {pay_by}.',
        'Om du redan har betalat kan du bortse från det här meddelandet.',
      ],
    },
    charge_failed: {
      subject: 'Betalningen misslyckades: faktura {number}',
      text: [
        'Vi kunde inte dra betalningen för faktura {number} från {method}.',
        '{due} återstår att betala.',
        'Vi försöker igen {collect_on} eller strax därefter.',
        'Du kan också när som helst betala på fakturans sida.',
      ],
    },
    mandate_copy: {
      subject: 'Ditt SEPA-medgivande {mandate}',
      text: [
        'Här är en kopia av medgivandet {mandate} som du skrev under {date} för kontot {method}.',
        'Du kan när som helst återkalla det på fakturans sida.',
      ],
    },
    receipt: {
      subject: 'Betalning mottagen för faktura {number}',
      text: [
        'Tack! Vi har tagit emot din betalning på {amount} för faktura {number}.',
        'Kvar att betala: {due}.',
      ],
    },
    statement: {
      subject: 'Kontoutdrag från {company_name}',
      text: ['Här kommer ditt kontoutdrag för {period}.'],
    },
    renewal_notice: {
      subject: 'Kommande faktura från {company_name}',
      text: ['Den {date} fakturerar vi dig {total}.', 'Du behöver inte göra något.'],
    },
  },
}
