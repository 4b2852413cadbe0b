import type { MailWords } from './en.ts'

export const it: MailWords = {
  view: {
    invoice: 'Vedi la fattura',
    credit_note: 'Vedi la nota di credito',
    quote: 'Vedi il preventivo',
  },
  documents: {
    invoice: 'la fattura',
    deposit: 'la fattura di acconto',
    final: 'la fattura a saldo',
  },
  kinds: {
    invoice: {
      subject: '{document} {number} di {company_name}',
      text: [
        'in allegato trova {the_document} n. {number} di {total}.',
        'La preghiamo di effettuare il pagamento entro il {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Nota di credito {number} di {company_name}',
      text: [
        'in allegato trova la nota di credito n. {number} di {total}.',
        'Si riferisce alla fattura n. {corrects}.',
      ],
    },
    quote: {
      subject: 'Preventivo {number} di {company_name}',
      text: [
        'in allegato trova il nostro preventivo n. {number} di {total}.',
        'All’accettazione chiediamo un acconto di {deposit}.',
        'Il preventivo è valido fino al {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Documento di consegna {number} di {company_name}',
      text: [
        'in allegato trova il documento di consegna n. {number} relativo alla consegna del {date}.',
      ],
    },
    payment_notice: {
      subject: 'La fattura {number} scade il {due_date}',
      text: [
        'Le ricordiamo che la fattura {number} scade il {due_date}.',
        'L’importo da pagare è {due}.',
        'Se ha già effettuato il pagamento, non tenga conto di questo messaggio.',
      ],
    },
    reminder: {
      subject: 'Promemoria: fattura {number}',
      text: [
        'non abbiamo ancora ricevuto il pagamento completo della fattura n. {number}.',
        'È scaduta il {due_date} e restano da pagare {due}.',
        'Spese di mora: {charges}.',
        'La preghiamo di effettuare il pagamento entro il {pay_by}.',
        'Se ha già pagato, non tenga conto di questo messaggio.',
      ],
    },
    charge_failed: {
      subject: 'Pagamento non riuscito: fattura {number}',
      text: [
        'non è stato possibile addebitare la fattura n. {number} su {method}.',
        'Restano da pagare {due}.',
        'Riproveremo il {collect_on} o poco dopo.',
        'Può anche pagare in qualsiasi momento sulla pagina della fattura.',
      ],
    },
    mandate_copy: {
      subject: 'Il Suo mandato di addebito diretto SEPA {mandate}',
      text: [
        'ecco una copia del mandato {mandate} che ha firmato il {date} per il conto {method}.',
        'Può revocarlo in qualsiasi momento sulla pagina della fattura.',
      ],
    },
    receipt: {
      subject: 'Pagamento ricevuto per la fattura {number}',
      text: [
        'grazie: abbiamo ricevuto il Suo pagamento di {amount} per la fattura n. {number}.',
        'Resta da pagare: {due}.',
      ],
    },
    statement: {
      subject: 'Estratto conto di {company_name}',
      text: ['in allegato trova il Suo estratto conto per il periodo {period}.'],
    },
    renewal_notice: {
      subject: 'Prossima fattura di {company_name}',
      text: ['il {date} Le fattureremo {total}.', 'Non deve fare nulla.'],
    },
  },
}
