import { plural } from '../language.ts'
import type { ViewWords } from './en.ts'

export const fr: ViewWords = {
  views: 'Vues enregistrées',
  sums: 'Totaux',
  save: 'Enregistrer la vue',
  name: 'Nom',
  replaces: 'Votre vue portant ce nom reprendra ces filtres.',
  share: 'Partager avec toute l’entreprise',
  submit: 'Enregistrer',
  edit: 'Renommer ou partager',
  delete: 'Supprimer',
  actions: (name) => `Actions pour ${name}`,
  saved: 'Vue enregistrée',
  deleted: 'Vue supprimée',
  count: (n) => plural(n, 'fr', { one: '1 facture', other: '{n} factures' }),
  countAtLeast: (n) => plural(n, 'fr', { one: '1 facture', other: 'Plus de {n} factures' }),
  total: (money) => `Total ${money}`,
  due: (money) => `Reste à payer ${money}`,
}
