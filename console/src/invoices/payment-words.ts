import { defineWords } from '../words.tsx'

/** Money that goes back to the customer, and a payment that may be recorded already. */
export const paymentWords = defineWords({
  en: {
    toRefund: 'To be refunded',
    refund: 'Refund',
    recordRefund: 'Record refund',
    refundHint: (due: string) => `${due} is to be refunded.`,
    refundedOn: 'Refunded on',
    refundRecorded: (amount: string) => `${amount} recorded as refunded.`,
    removeRefund: (amount: string) => `Remove the refund of ${amount}`,
    exists: 'A payment with this reference and amount is already recorded.',
    recordAnyway: 'Record anyway',
  },
  de: {
    toRefund: 'Zu erstatten',
    refund: 'Erstattung',
    recordRefund: 'Erstattung erfassen',
    refundHint: (due: string) => `Zu erstatten sind ${due}.`,
    refundedOn: 'Erstattet am',
    refundRecorded: (amount: string) => `Erstattung über ${amount} erfasst.`,
    removeRefund: (amount: string) => `Erstattung über ${amount} entfernen`,
    exists: 'Eine Zahlung mit diesem Beleg und Betrag ist bereits erfasst.',
    recordAnyway: 'Trotzdem erfassen',
  },
  fr: {
    toRefund: 'À rembourser',
    refund: 'Remboursement',
    recordRefund: 'Saisir un remboursement',
    refundHint: (due: string) => `${due} sont à rembourser.`,
    refundedOn: 'Remboursé le',
    refundRecorded: (amount: string) => `Remboursement de ${amount} saisi.`,
    removeRefund: (amount: string) => `Retirer le remboursement de ${amount}`,
    exists: 'Un paiement avec cette référence et ce montant est déjà saisi.',
    recordAnyway: 'Saisir quand même',
  },
})
