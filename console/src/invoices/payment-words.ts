import { defineWords } from '../words.tsx'

/** A payment that may be recorded already. */
export const paymentWords = defineWords({
  en: {
    exists: 'A payment with this reference and amount is already recorded.',
    recordAnyway: 'Record anyway',
  },
  de: {
    exists: 'Eine Zahlung mit diesem Beleg und Betrag ist bereits erfasst.',
    recordAnyway: 'Trotzdem erfassen',
  },
  fr: {
    exists: 'Un paiement avec cette référence et ce montant est déjà enregistré.',
    recordAnyway: 'Enregistrer quand même',
  },
})
