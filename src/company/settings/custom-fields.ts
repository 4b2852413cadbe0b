import { list, required, text, type Values } from '../../kernel/fields/field.ts'

const CUSTOM_FIELDS_MAX = 8

const PARTS = {
  label: required(text('label', 40)),
  value: required(text('value', 140)),
}

export type CustomField = Values<typeof PARTS>

/** Custom fields, which documents print among the references. */
export const customFields = <W extends string>(wire: W, description: string) =>
  list(wire, PARTS, { title: 'CustomField', maxItems: CUSTOM_FIELDS_MAX, description })
