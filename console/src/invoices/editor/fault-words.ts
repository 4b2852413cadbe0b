import { defineWords } from '../../words.tsx'

/** Faults by their codes; what is not here is told in the service's own words. */
export const faultWords = defineWords<Readonly<Record<string, string>>>({
  en: {
    not_a_number: 'This is not a number.',
    too_precise: 'This has too many decimals.',
    too_large: 'This is too large.',
    required: 'This is needed.',
    percent_or_amount: 'Give a percentage such as 10 %, or an amount.',
    unknown_unit: 'Choose a unit from the list.',
    before_issue: 'This is before the date of the invoice.',
    before_start: 'This is before the beginning.',
    amount_too_large: 'The amounts are too large to be added up exactly.',
  },
  de: {
    not_a_number: 'Das ist keine Zahl.',
    too_precise: 'Das hat zu viele Nachkommastellen.',
    too_large: 'Das ist zu groß.',
    required: 'Das wird gebraucht.',
    percent_or_amount: 'Geben Sie einen Prozentsatz wie 10 % oder einen Betrag an.',
    unknown_unit: 'Wählen Sie eine Einheit aus der Liste.',
    before_issue: 'Das liegt vor dem Rechnungsdatum.',
    before_start: 'Das liegt vor dem Beginn.',
    amount_too_large: 'Die Beträge sind zu groß, um sie genau zu addieren.',
    out_of_range: 'Das liegt außerhalb des Möglichen.',
    not_allowed: 'Das passt nicht zur Steuerkategorie.',
  },
  fr: {
    not_a_number: 'Ce n’est pas un nombre.',
    too_precise: 'Il y a trop de décimales.',
    too_large: 'C’est trop grand.',
    required: 'C’est nécessaire.',
    percent_or_amount: 'Indiquez un pourcentage comme 10 %, ou un montant.',
    unknown_unit: 'Choisissez une unité dans la liste.',
    before_issue: 'C’est avant la date de la facture.',
    before_start: 'C’est avant le début.',
    amount_too_large: 'Les montants sont trop grands pour être additionnés exactement.',
    out_of_range: 'C’est hors des limites.',
    not_allowed: 'Cela ne va pas avec la catégorie de taxe.',
  },
})
