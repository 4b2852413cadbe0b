import { plural } from '../language.ts'

/** The words of saved views of the list of invoices. */
export const en = {
  views: 'Saved views',
  sums: 'Sums',
  save: 'Save view',
  name: 'Name',
  replaces: 'Your view with this name gets these filters.',
  share: 'Share with everyone in the company',
  submit: 'Save',
  edit: 'Rename or share',
  delete: 'Delete',
  actions: (name: string) => `Actions for ${name}`,
  saved: 'View saved',
  deleted: 'View deleted',
  count: (n: number) => plural(n, 'en', { one: '1 invoice', other: '{n} invoices' }),
  countAtLeast: (n: number) =>
    plural(n, 'en', { one: '1 invoice', other: 'More than {n} invoices' }),
  total: (money: string) => `Total ${money}`,
  due: (money: string) => `Amount due ${money}`,
}

export type ViewWords = typeof en
