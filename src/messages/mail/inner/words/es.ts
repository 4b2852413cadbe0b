import type { MailWords } from './en.ts'

export const es: MailWords = {
  view: {
    invoice: 'Ver la factura',
    credit_note: 'Ver la factura rectificativa',
    quote: 'Ver el presupuesto',
  },
  documents: {
    invoice: 'la factura',
    deposit: 'la factura de anticipo',
    final: 'la factura final',
  },
  kinds: {
    invoice: {
      subject: '{document} {number} de {company_name}',
      text: [
        'Adjuntamos {the_document} {number} por un importe de {total}.',
        'Le rogamos que la abone a más tardar el {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Factura rectificativa {number} de {company_name}',
      text: [
        'Adjuntamos la factura rectificativa {number} por un importe de {total}.',
        'Corrige la factura {corrects}.',
      ],
    },
    quote: {
      subject: 'Presupuesto {number} de {company_name}',
      text: [
        'Adjuntamos nuestro presupuesto {number} por un importe de {total}.',
        'Con la aceptación solicitamos un anticipo de {deposit}.',
        'El presupuesto es válido hasta el {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Albarán {number} de {company_name}',
      text: ['Adjuntamos el albarán {number} de la entrega del {date}.'],
    },
    payment_notice: {
      subject: 'La factura {number} vence el {due_date}',
      text: [
        'Le recordamos que la factura {number} vence el {due_date}.',
        'El importe pendiente es de {due}.',
        'Si ya ha realizado el pago, no tenga en cuenta este mensaje.',
      ],
    },
    reminder: {
      subject: 'Recordatorio: factura {number}',
      text: [
        'Aún no hemos recibido el pago completo de la factura {number}.',
        'Venció el {due_date} y quedan pendientes {due}.',
        'Gastos por demora: {charges}.',
        'Le rogamos que la abone a más tardar el {pay_by}.',
        'Si ya la ha pagado, no tenga en cuenta este mensaje.',
      ],
    },
    charge_failed: {
      subject: 'Pago fallido: factura {number}',
      text: [
        'No hemos podido cobrar la factura {number} con {method}.',
        'Quedan pendientes {due}.',
        'Lo intentaremos de nuevo el {collect_on} o poco después.',
        'También puede pagarla en cualquier momento en la página de la factura.',
      ],
    },
    mandate_copy: {
      subject: 'Su orden de domiciliación SEPA {mandate}',
      text: [
        'Esta es una copia de la orden de domiciliación {mandate} que firmó el {date} para la cuenta {method}.',
        'Puede revocarla en cualquier momento en la página de la factura.',
      ],
    },
    receipt: {
      subject: 'Pago recibido de la factura {number}',
      text: [
        'Gracias. Hemos recibido su pago de {amount} de la factura {number}.',
        'Queda pendiente: {due}.',
      ],
    },
    statement: {
      subject: 'Extracto de cuenta de {company_name}',
      text: ['Adjuntamos su extracto de cuenta del período {period}.'],
    },
    renewal_notice: {
      subject: 'Próxima factura de {company_name}',
      text: ['El {date} le facturaremos {total}.', 'No tiene que hacer nada.'],
    },
  },
}
