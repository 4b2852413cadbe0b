import type { MailWords } from './en.ts'

export const fr: MailWords = {
  view: {
    invoice: 'Voir la facture',
    credit_note: 'Voir l’avoir',
    quote: 'Voir le devis',
  },
  documents: {
    invoice: 'la facture',
    deposit: 'la facture d’acompte',
    final: 'la facture de solde',
  },
  kinds: {
    invoice: {
      subject: '{document} {number} – {company_name}',
      text: [
        'Veuillez trouver ci-joint {the_document} n° {number} d’un montant de {total}.',
        'Nous vous remercions de la régler au plus tard le {pay_by}.',
      ],
    },
    credit_note: {
      subject: 'Avoir {number} – {company_name}',
      text: [
        'Veuillez trouver ci-joint l’avoir n° {number} d’un montant de {total}.',
        'Il se rapporte à la facture n° {corrects}.',
      ],
    },
    quote: {
      subject: 'Devis {number} – {company_name}',
      text: [
        'Veuillez trouver ci-joint notre devis n° {number} d’un montant de {total}.',
        'Un acompte de {deposit} est demandé à la commande.',
        'Le devis est valable jusqu’au {valid_until}.',
      ],
    },
    delivery_note: {
      subject: 'Bon de livraison {number} – {company_name}',
      text: [
        'Veuillez trouver ci-joint le bon de livraison n° {number} pour la livraison du {date}.',
      ],
    },
    payment_notice: {
      subject: 'La facture {number} arrive à échéance le {due_date}',
      text: [
        'Nous vous informons que la facture n° {number} arrive à échéance le {due_date}.',
        'Le montant restant dû est de {due}.',
        'Si vous avez déjà réglé, veuillez ne pas tenir compte de ce message.',
      ],
    },
    reminder: {
      subject: 'Rappel : facture {number}',
      text: [
        'Sauf erreur de notre part, la facture n° {number} n’a pas encore été entièrement réglée.',
        'Elle était exigible le {due_date} ; le solde dû s’élève à {due}.',
        'Frais de retard : {charges}.',
        'Nous vous remercions de la régler au plus tard le {pay_by}.',
        'Si votre règlement est déjà parti, merci de ne pas tenir compte de ce message.',
      ],
    },
    charge_failed: {
      subject: 'Échec du paiement : facture {number}',
      text: [
        'Le prélèvement de la facture n° {number} sur {method} a échoué.',
        'Le solde dû s’élève à {due}.',
        'Nous réessaierons le {collect_on} ou peu après.',
        'Vous pouvez aussi payer à tout moment sur la page de la facture.',
      ],
    },
    mandate_copy: {
      subject: 'Votre mandat de prélèvement SEPA {mandate}',
      text: [
        'Voici une copie du mandat {mandate} que vous avez signé le {date} pour le compte {method}.',
        'Vous pouvez le révoquer à tout moment sur la page de la facture.',
      ],
    },
    receipt: {
      subject: 'Paiement reçu – facture {number}',
      text: [
        'Nous avons bien reçu votre règlement de {amount} pour la facture n° {number} et vous en remercions.',
        'Reste à payer : {due}.',
      ],
    },
    statement: {
      subject: 'Relevé de compte – {company_name}',
      text: ['Veuillez trouver ci-joint votre relevé de compte pour la période {period}.'],
    },
    renewal_notice: {
      subject: 'Votre prochaine facture – {company_name}',
      text: [
        'Le {date}, nous vous facturerons {total}.',
        'Vous n’avez aucune démarche à effectuer.',
      ],
    },
  },
}
