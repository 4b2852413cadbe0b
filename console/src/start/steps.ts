import { useState } from 'react'
import { useDocumentLanguages } from '../components/choices.ts'
import { dotted } from '../components/dotted.ts'
import type { FieldName } from '../settings/fields.ts'
import type { SettingsForm } from '../settings/use-settings-form.ts'
import type { MailStart } from './mail-start.ts'

type StepName = 'company' | 'money' | 'mail' | 'formats'

const FIELDS: Readonly<Record<StepName, readonly FieldName[]>> = {
  company: [
    'companyName',
    'companyAddress.line1',
    'companyAddress.city',
    'companyAddress.countryCode',
    'companyEmail',
  ],
  money: ['bankAccount.iban'],
  mail: [],
  formats: ['locale', 'currency', 'timeZone', 'invoiceNumbering.pattern'],
}

/** Shown with a step, but not needed to be done with it. */
const OTHERS: Readonly<Record<StepName, readonly FieldName[]>> = {
  company: ['companyAddress.line2', 'companyAddress.postalCode', 'logo'],
  money: [
    'bankAccount.bic',
    'bankAccount.bankName',
    'defaultTax.category',
    'defaultTax.rate',
    'companyTaxId',
    'companyTaxNumber',
  ],
  mail: [],
  formats: [],
}

export interface StepState {
  readonly name: StepName
  readonly isDone: boolean
  readonly isOpen: boolean
  /** What it says while it is closed. */
  readonly summary: string
}

/**
 * The first step is open. Each other one opens when those before it are done, unless a letterhead
 * has filled it in, and then stays open.
 */
export function useSteps({ draft, errors }: SettingsForm, mail: MailStart) {
  const [opened, setOpened] = useState<readonly StepName[]>(['company'])
  const languages = useDocumentLanguages(String(draft.locale))
  const isTaxed = draft['defaultTax.category'] === 'S'
  const isFilled = (name: FieldName) => draft[name] !== ''
  const summaries: Readonly<Record<StepName, string>> = {
    company: String(draft.companyName),
    money: dotted([
      String(draft['bankAccount.iban']),
      String(isTaxed ? draft.companyTaxId || draft.companyTaxNumber : draft.companyTaxNumber),
    ]),
    mail: mail.address,
    formats: dotted([
      languages.find(({ value }) => value === draft.locale)?.label,
      String(draft.currency),
      String(draft.timeZone),
    ]),
  }
  const isDone: Readonly<Record<StepName, boolean>> = {
    company: FIELDS.company.every(isFilled),
    money: isFilled('bankAccount.iban') && (!isTaxed || isFilled('companyTaxId')),
    mail: mail.password !== '',
    formats: FIELDS.formats.every(isFilled),
  }
  const names = (Object.keys(FIELDS) as StepName[]).filter(
    (name) => name !== 'mail' || mail.isNeeded,
  )
  const open = (name: StepName) => setOpened((before) => [...before, name])
  const current = names.find((name) => !isDone[name])
  if (current !== undefined && !opened.includes(current)) open(current)
  const steps = names.map(
    (name): StepState => ({
      name,
      isDone: isDone[name],
      isOpen:
        opened.includes(name) ||
        [...FIELDS[name], ...OTHERS[name]].some((field) => errors[field] !== undefined),
      summary: isDone[name] ? summaries[name] : '',
    }),
  )
  const at = current === undefined ? names.length : names.indexOf(current) + 1
  /** What a person who goes on sees next; undefined: nothing is left. */
  const next = steps.find((it) => !it.isOpen && !it.isDone)?.name
  return { steps, at, next, open }
}
