import type { MailWords } from './en.ts'

export const nl: MailWords = {
  view: {
    invoice: 'Factuur bekijken',
    credit_note: 'Creditnota bekijken',
    quote: 'Offerte bekijken',
  },
  documents: { invoice: 'factuur', deposit: 'voorschotfactuur', final: 'eindfactuur' },
  kinds: {
    invoice: {
      subject: '{document} {number} van {company_name}',
      text: [
        'Hierbij ontvangt u {the_document} {number} van {total}.',
        'Wij verzoeken u uiterlijk {pay_by} te betalen.',
      ],
    },
    credit_note: {
      subject: 'Creditnota {number} van {company_name}',
      text: [
        'Hierbij ontvangt u creditnota {number} van {total}.',
        'Deze hoort bij factuur {corrects}.',
      ],
    },
    quote: {
      subject: 'Offerte {number} van {company_name}',
      text: [
        'Hierbij ontvangt u onze offerte {number} van {total}.',
        'Bij akkoord vragen wij een aanbetaling van {deposit}.',
        'De offerte is geldig tot en met {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Pakbon {number} van {company_name}',
      text: ['Hierbij ontvangt u pakbon {number} voor de levering van {date}.'],
    },
    payment_notice: {
      subject: 'Factuur {number} vervalt op {due_date}',
      text: [
        'Graag wijzen wij u erop dat factuur {number} op {due_date} vervalt.',
        'Het openstaande bedrag is {due}.',
        'Hebt u al betaald, dan kunt u dit bericht als niet verzonden beschouwen.',
      ],
    },
    reminder: {
      subject: 'Herinnering: factuur {number}',
      text: [
        'Wij hebben uw volledige betaling van factuur {number} nog niet ontvangen.',
        'De vervaldatum was {due_date}; er staat nog {due} open.',
        'Kosten wegens te late betaling: {charges}.',
        'Wij verzoeken u uiterlijk {pay_by} te betalen.',
        'Hebt u al betaald? Dan kunt u dit bericht negeren.',
      ],
    },
    charge_failed: {
      subject: 'Betaling mislukt: factuur {number}',
      text: [
        'Wij konden het bedrag van factuur {number} niet incasseren via {method}.',
        'Er staat nog {due} open.',
        'Op {collect_on} of kort daarna proberen wij het opnieuw.',
        'U kunt ook op elk moment betalen op de pagina van de factuur.',
      ],
    },
    mandate_copy: {
      subject: 'Uw SEPA-machtiging {mandate}',
      text: [
        'Hierbij een kopie van de machtiging {mandate} die u op {date} hebt ondertekend voor rekening {method}.',
        'U kunt deze op elk moment intrekken op de pagina van de factuur.',
      ],
    },
    receipt: {
      subject: 'Betaling ontvangen voor factuur {number}',
      text: [
        'Hartelijk dank. Wij hebben uw betaling van {amount} voor factuur {number} ontvangen.',
        'Nog te betalen: {due}.',
      ],
    },
    statement: {
      subject: 'Rekeningoverzicht van {company_name}',
      text: ['Hierbij ontvangt u uw rekeningoverzicht over {period}.'],
    },
    renewal_notice: {
      subject: 'Uw volgende factuur van {company_name}',
      text: ['Op {date} brengen wij u {total} in rekening.', 'U hoeft niets te doen.'],
    },
  },
}
