import { list, required, text, type Values } from '../../kernel/fields/field.ts'

const PARTS = { label: required(text('label', 20)), id: required(text('id', 50)) }

/** A registration for a tax, with the name under which documents print it. */
export type TaxNumber = Values<typeof PARTS>

/** The registrations of a company that has several, such as GST and QST. */
export const taxNumbers = <W extends string>(wire: W) =>
  list(wire, PARTS, {
    title: 'TaxNumber',
    maxItems: 3,
    description: 'Further registrations that documents print, e.g. GST and QST.',
  })
