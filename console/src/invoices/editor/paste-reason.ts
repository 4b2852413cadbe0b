import { defineWords } from '../../words.tsx'
import type { PasteFault } from './paste.ts'

type Code = PasteFault['code']
type Place = { readonly row: number; readonly value: string }

/** Sentences by code; each gets what its fault names. */
interface Reasons {
  readonly named: (name: string) => Readonly<Partial<Record<Code, string>>>
  readonly placed: (place: Place) => Readonly<Partial<Record<Code, string>>>
  readonly plain: Readonly<Partial<Record<Code, string>>>
  readonly tooMany: (most: number) => string
}

const reasonIn =
  ({ named, placed, plain, tooMany }: Reasons) =>
  (fault: PasteFault): string => {
    if ('most' in fault) return tooMany(fault.most)
    if ('row' in fault) return placed(fault)[fault.code] ?? ''
    if ('name' in fault) return named(fault.name)[fault.code] ?? ''
    return plain[fault.code] ?? ''
  }

export const pasteWords = defineWords({
  en: {
    title: 'Nothing was pasted',
    reason: reasonIn({
      named: (name) => ({
        unknown_column:
          name === ''
            ? 'A column has no header. Name it in the spreadsheet, or copy without it.'
            : `The column “${name}” is unknown. Known columns: Description, Details, Quantity, Unit, Price, Discount, Tax, Total. Rename it, or leave it out.`,
        repeated_column: `“${name}” means the same as another column. Copy only one of them.`,
        prices_with_tax: `“${name}” has prices with tax, but this invoice has prices without tax. Change one of them.`,
        prices_without_tax: `“${name}” has prices without tax, but this invoice has prices with tax. Change one of them.`,
      }),
      plain: {
        no_header:
          'Without a header row, only three columns can be pasted: description, quantity, price. For anything else, copy the header row too.',
        no_description_column: 'The header has no Description column. Add one.',
        no_price_column: 'The header has a total, but no Price column. Add one.',
        mixed_marks:
          'Some numbers have a decimal point, others a decimal comma. Write all of them in one way.',
      },
      placed: ({ row, value }) => ({
        not_a_number: `Row ${row}: “${value}” does not fit its column. Correct it, or check the header row.`,
        unclear_number: `Row ${row}: “${value}” may mean thousands or decimals. Write it with two decimals, or without the mark.`,
        unclear_percent: `Row ${row}: “${value}” may be a percentage or an amount. Write “${value} %”, or name the column “Tax %”, “Discount %” or “Discount (EUR)”.`,
        no_rate: `Row ${row}: “${value}” is not a tax rate. Rates are from 0 to 100 %.`,
        unknown_unit: `Row ${row}: the unit “${value}” is unknown. Use a name from the Unit list.`,
        other_currency: `Row ${row}: “${value}” is not in the currency of this invoice.`,
        sum_row: `Row ${row}: “${value}” looks like a row of totals. Copy without it.`,
        no_price: `Row ${row} has the total “${value}”, but no price. Add the price.`,
      }),
      tooMany: (most) => `Lines that still fit on this invoice: ${most}. Copy fewer rows.`,
    }),
  },
  de: {
    title: 'Es wurde nichts eingefügt',
    reason: reasonIn({
      named: (name) => ({
        unknown_column:
          name === ''
            ? 'Eine Spalte hat keine Überschrift. Benennen Sie sie in der Tabelle, oder kopieren Sie ohne sie.'
            : `Die Spalte „${name}“ ist unbekannt. Bekannt sind: Beschreibung, Einzelheiten, Menge, Einheit, Preis, Rabatt, Steuer, Betrag. Benennen Sie sie um, oder lassen Sie sie weg.`,
        repeated_column: `„${name}“ bedeutet dasselbe wie eine andere Spalte. Kopieren Sie nur eine davon.`,
        prices_with_tax: `„${name}“ steht für Bruttopreise, diese Rechnung hat aber Nettopreise. Ändern Sie eines von beiden.`,
        prices_without_tax: `„${name}“ steht für Nettopreise, diese Rechnung hat aber Bruttopreise. Ändern Sie eines von beiden.`,
      }),
      plain: {
        no_header:
          'Ohne Kopfzeile lassen sich nur drei Spalten einfügen: Beschreibung, Menge, Preis. Kopieren Sie sonst die Kopfzeile mit.',
        no_description_column: 'In der Kopfzeile fehlt die Spalte Beschreibung.',
        no_price_column:
          'Es gibt eine Summenspalte, aber keine Spalte Preis. Ergänzen Sie die Preise.',
        mixed_marks:
          'Einige Zahlen haben ein Dezimalkomma, andere einen Dezimalpunkt. Schreiben Sie alle einheitlich.',
      },
      placed: ({ row, value }) => ({
        not_a_number: `Zeile ${row}: „${value}“ passt nicht in diese Spalte. Korrigieren Sie den Wert, oder prüfen Sie die Kopfzeile.`,
        unclear_number: `Zeile ${row}: Bei „${value}“ ist unklar, ob Tausender oder Dezimalstellen gemeint sind. Schreiben Sie die Zahl mit zwei Nachkommastellen oder ohne das Zeichen.`,
        unclear_percent: `Zeile ${row}: „${value}“ kann ein Prozentsatz oder ein Betrag sein. Schreiben Sie „${value} %“, oder nennen Sie die Spalte „Steuer %“, „Rabatt %“ oder „Rabatt (EUR)“.`,
        no_rate: `Zeile ${row}: „${value}“ ist kein Steuersatz. Erlaubt ist 0 bis 100 %.`,
        unknown_unit: `Zeile ${row}: Die Einheit „${value}“ ist unbekannt. Wählen Sie eine Einheit aus der Liste.`,
        other_currency: `Zeile ${row}: „${value}“ ist nicht in der Währung dieser Rechnung.`,
        sum_row: `Zeile ${row}: „${value}“ sieht nach einer Summenzeile aus. Kopieren Sie ohne sie.`,
        no_price: `Zeile ${row} hat die Summe „${value}“, aber keinen Preis. Ergänzen Sie den Preis.`,
      }),
      tooMany: (most) =>
        `Auf diese Rechnung passen nur noch ${most} Positionen. Kopieren Sie weniger Zeilen.`,
    }),
  },
  fr: {
    title: 'Rien n’a été collé',
    reason: reasonIn({
      named: (name) => ({
        unknown_column:
          name === ''
            ? 'Une colonne n’a pas d’en-tête. Nommez-la dans le tableur ou copiez sans elle.'
            : `La colonne « ${name} » est inconnue. Colonnes connues : Désignation, Détails, Quantité, Unité, Prix, Remise, TVA, Montant. Renommez-la ou copiez sans elle.`,
        repeated_column: `« ${name} » a le même sens qu’une autre colonne. N’en copiez qu’une.`,
        prices_with_tax: `« ${name} » annonce des prix TTC, mais les prix de cette facture sont HT. Modifiez l’un ou l’autre.`,
        prices_without_tax: `« ${name} » annonce des prix HT, mais les prix de cette facture sont TTC. Modifiez l’un ou l’autre.`,
      }),
      plain: {
        no_header:
          'Sans ligne d’en-tête, seules trois colonnes peuvent être collées : désignation, quantité, prix. Pour le reste, copiez aussi les en-têtes.',
        no_description_column: 'Il manque la colonne Désignation dans les en-têtes.',
        no_price_column: 'Il y a une colonne Montant, mais pas de colonne Prix. Ajoutez les prix.',
        mixed_marks:
          'Certains nombres ont une virgule décimale, d’autres un point. Écrivez-les tous de la même façon.',
      },
      placed: ({ row, value }) => ({
        not_a_number: `Ligne ${row} : « ${value} » ne convient pas à sa colonne. Corrigez la valeur ou vérifiez les en-têtes.`,
        unclear_number: `Ligne ${row} : « ${value} » peut désigner des milliers ou des décimales. Écrivez deux décimales, ou retirez le séparateur.`,
        unclear_percent: `Ligne ${row} : « ${value} » peut être un pourcentage ou un montant. Écrivez « ${value} % », ou nommez la colonne « TVA % », « Remise % » ou « Remise (EUR) ».`,
        no_rate: `Ligne ${row} : « ${value} » n’est pas un taux de TVA. Un taux va de 0 à 100 %.`,
        unknown_unit: `Ligne ${row} : l’unité « ${value} » est inconnue. Prenez un nom de la liste des unités.`,
        other_currency: `Ligne ${row} : « ${value} » n’est pas dans la devise de cette facture.`,
        sum_row: `Ligne ${row} : « ${value} » ressemble à une ligne de totaux. Copiez sans elle.`,
        no_price: `La ligne ${row} a le total « ${value} », mais pas de prix. Ajoutez le prix.`,
      }),
      tooMany: (most) =>
        `Il reste de la place pour ${most} lignes sur cette facture. Copiez moins de lignes.`,
    }),
  },
})
