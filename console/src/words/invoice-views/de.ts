import { plural } from '../language.ts'
import type { ViewWords } from './en.ts'

export const de: ViewWords = {
  views: 'Gespeicherte Ansichten',
  sums: 'Summen',
  save: 'Ansicht speichern',
  name: 'Name',
  replaces: 'Ihre Ansicht mit diesem Namen erhält diese Filter.',
  share: 'Für alle im Unternehmen freigeben',
  submit: 'Speichern',
  edit: 'Umbenennen oder freigeben',
  delete: 'Löschen',
  actions: (name) => `Aktionen für ${name}`,
  saved: 'Ansicht gespeichert',
  deleted: 'Ansicht gelöscht',
  count: (n) => plural(n, 'de', { one: '1 Rechnung', other: '{n} Rechnungen' }),
  countAtLeast: (n) => plural(n, 'de', { one: '1 Rechnung', other: 'Mehr als {n} Rechnungen' }),
  total: (money) => `Summe ${money}`,
  due: (money) => `Offen ${money}`,
}
