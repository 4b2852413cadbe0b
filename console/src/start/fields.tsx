import { Alert, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  timeZones,
  useCountries,
  useCurrencies,
  useDocumentLanguages,
} from '../components/choices.ts'
import { toChoices } from '../settings/choices.ts'
import { ChoiceField, TextField } from '../settings/field.tsx'
import type { FieldName, SettingsChanges } from '../settings/fields.ts'
import { IbanField } from '../settings/iban-field.tsx'
import { LogoField } from '../settings/logo.tsx'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { settingsOf } from './guess.ts'
import { LetterheadField } from './letterhead-field.tsx'

type Set = (name: FieldName, value: string) => void

export function apply(set: Set, changes: SettingsChanges): void {
  for (const [name, value] of Object.entries(changes)) set(name as FieldName, String(value))
}

const Pair = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
    {children}
  </SimpleGrid>
)

export function CompanyFields() {
  const countries = useCountries()
  const { draft, set } = useSettingsForm()
  const { language } = useLanguage()
  const found = FOUND.filter((name) => draft[name] !== '')
  return (
    <>
      <LetterheadField onFound={(found) => apply(set, found)} />
      <TextField name="companyName" autoComplete="organization" />
      <TextField name="companyAddress.line1" autoComplete="address-line1" />
      {draft['companyAddress.line2'] !== '' && <TextField name="companyAddress.line2" />}
      <Pair>
        <TextField name="companyAddress.postalCode" autoComplete="postal-code" />
        <TextField name="companyAddress.city" autoComplete="address-level2" />
      </Pair>
      <ChoiceField
        name="companyAddress.countryCode"
        choices={countries}
        onChosen={(country) => apply(set, settingsOf(country, language))}
      />
      <TextField name="companyEmail" type="email" autoComplete="email" />
      {found.length > 0 && (
        <Pair>
          {found.map((name) => (
            <TextField key={name} name={name} />
          ))}
        </Pair>
      )}
      <LogoField />
    </>
  )
}

/** Asked for in the settings; here they are shown once a letterhead has them. */
const FOUND = [
  'companyPhone',
  'companyWebsite',
  'companyContact',
  'companyRegistrationId',
] as const satisfies readonly FieldName[]

export function MoneyFields() {
  const { draft } = useSettingsForm()
  const isTaxed = draft['defaultTax.category'] === 'S'
  return (
    <>
      <IbanField />
      <Pair>
        <TextField name="bankAccount.bic" />
        <TextField name="bankAccount.bankName" />
      </Pair>
      <TaxChoice />
      {isTaxed && (
        <Pair>
          <TextField name="defaultTax.rate" inputMode="decimal" />
          <TextField name="companyTaxId" />
        </Pair>
      )}
      {(!isTaxed || draft.companyTaxNumber !== '') && <TextField name="companyTaxNumber" />}
    </>
  )
}

function TaxChoice() {
  const words = useWords().start
  const { taxes } = words
  const { set } = useSettingsForm()
  return (
    <ChoiceField
      name="defaultTax.category"
      choices={toChoices(taxes)}
      onChosen={(category) => category !== 'S' && set('defaultTax.rate', '0')}
    />
  )
}

export function FormatFields() {
  const { locale } = useSettingsForm().draft
  return (
    <Pair>
      <ChoiceField name="locale" choices={useDocumentLanguages(String(locale))} />
      <ChoiceField name="currency" choices={useCurrencies()} />
      <ChoiceField name="timeZone" choices={timeZones()} />
      <TextField name="invoiceNumbering.pattern" />
    </Pair>
  )
}

/** Faults of fields that this page does not show. */
export function StrayFaults() {
  const { errors } = useSettingsForm()
  const stray = Object.entries(errors).filter(([name]) => document.getElementById(name) === null)
  if (stray.length === 0) return null
  return (
    <Alert color="red" role="alert">
      {stray.map(([name, text]) => (
        <Text key={name} size="sm">
          {text}
        </Text>
      ))}
    </Alert>
  )
}
