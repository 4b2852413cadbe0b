import type { MailWords } from './en.ts'

export const pt: MailWords = {
  view: {
    invoice: 'Ver a fatura',
    credit_note: 'Ver a nota de crédito',
    quote: 'Ver o orçamento',
  },
  documents: { invoice: 'a fatura', deposit: 'a fatura de adiantamento', final: 'a fatura final' },
  kinds: {
    invoice: {
      subject: '{document} {number} de {company_name}',
      text: [
        'Segue em anexo {the_document} {number} no valor de {total}.',
        'Agradecemos o pagamento até {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Nota de crédito {number} de {company_name}',
      text: [
        'Segue em anexo a nota de crédito {number} no valor de {total}.',
        'Diz respeito à fatura {corrects}.',
      ],
    },
    quote: {
      subject: 'Orçamento {number} de {company_name}',
      text: [
        'Segue em anexo o nosso orçamento {number} no valor de {total}.',
        'Com a aceitação, pedimos um adiantamento de {deposit}.',
        'O orçamento é válido até {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Nota de entrega {number} de {company_name}',
      text: ['Segue em anexo a nota de entrega {number} relativa à entrega de {date}.'],
    },
    payment_notice: {
      subject: 'A fatura {number} vence em {due_date}',
      text: [
        'Lembramos que a fatura {number} vence em {due_date}.',
        'O valor em aberto é de {due}.',
        'Se já efetuou o pagamento, por favor ignore esta mensagem.',
      ],
    },
    reminder: {
      subject: 'Lembrete: fatura {number}',
      text: [
        'Ainda não recebemos o pagamento completo da fatura {number}.',
        'Venceu em {due_date} e o valor em dívida é de {due}.',
        'Encargos por atraso: {charges}.',
        'Agradecemos o pagamento até {pay_by}.',
        'Se já pagou, por favor ignore esta mensagem.',
      ],
    },
    charge_failed: {
      subject: 'Pagamento falhado: fatura {number}',
      text: [
        'Não foi possível cobrar a fatura {number} através de {method}.',
        'O valor em dívida é de {due}.',
        'Voltaremos a tentar em {collect_on} ou pouco depois.',
        'Também pode pagar a qualquer momento na página da fatura.',
      ],
    },
    mandate_copy: {
      subject: 'A sua autorização de débito direto SEPA {mandate}',
      text: [
        'Esta é uma cópia da autorização {mandate} que assinou em {date} para a conta {method}.',
        'Pode revogá-la a qualquer momento na página da fatura.',
      ],
    },
    receipt: {
      subject: 'Pagamento recebido da fatura {number}',
      text: [
        'Obrigado. Recebemos o seu pagamento de {amount} da fatura {number}.',
        'Falta pagar: {due}.',
      ],
    },
    statement: {
      subject: 'Extrato de conta de {company_name}',
      text: ['Segue em anexo o seu extrato de conta relativo a {period}.'],
    },
    renewal_notice: {
      subject: 'Próxima fatura de {company_name}',
      text: ['Em {date} vamos faturar-lhe {total}.', 'Não precisa de fazer nada.'],
    },
  },
}
