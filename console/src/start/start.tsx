import {
  Alert,
  Box,
  Button,
  Fieldset,
  Flex,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { usePerson } from '../api/session.ts'
import {
  timeZones,
  useCountries,
  useCurrencies,
  useDocumentLanguages,
} from '../components/choices.ts'
import { FORM_WIDTH } from '../components/form-width.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { toChoices } from '../settings/choices.ts'
import { ChoiceField, TextField } from '../settings/field.tsx'
import type { FieldName, SettingsChanges } from '../settings/fields.ts'
import { IbanField } from '../settings/iban-field.tsx'
import { LogoField } from '../settings/logo.tsx'
import { FoldedPreview, SettingsPreview } from '../settings/preview.tsx'
import { settingsFormQuery } from '../settings/queries.ts'
import {
  SettingsFormContext,
  type StoredSettings,
  useSettingsDraft,
  useSettingsForm,
} from '../settings/use-settings-form.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { guessOf, settingsOf } from './guess.ts'
import { keep, keptOf } from './kept.ts'
import { LetterheadField } from './letterhead-field.tsx'
import { MailFields } from './mail-fields.tsx'
import { type MailStart, useMailStart } from './mail-start.ts'

/** What a first invoice needs of the company, in one step: what the browser tells stands there already. */
export function Start() {
  const words = useWords().start
  const settings = useQuery(settingsFormQuery)
  return (
    <Page title={words.title} needs="admin">
      <QueryView of={settings} lines={10}>
        {(stored) => <StartForm stored={stored} />}
      </QueryView>
    </Page>
  )
}

function StartForm({ stored }: { readonly stored: StoredSettings }) {
  const words = useWords().start
  const person = usePerson()
  const [kept] = useState(() => keptOf(person))
  const form = useSettingsDraft(stored, kept ?? {})
  const navigate = useNavigate()
  const { history } = useRouter()
  const isWide = useMediaQuery('(min-width: 75em)')
  useGuess(form.set, kept === null && form.stored['companyAddress.countryCode'] === '')
  const mail = useMailStart(String(form.draft.companyEmail))
  useEffect(() => keep(person, form.changes), [person, form.changes])
  const canGoBack = useCanGoBack()
  /** To where the person came from. The entries are kept. */
  const goBack = () =>
    canGoBack ? history.back({ ignoreBlocker: true }) : navigate({ to: '/', ignoreBlocker: true })
  const goOn = () => navigate({ to: '/invoices/new', ignoreBlocker: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = form.isDirty ? await form.save() : undefined
    if (fault !== undefined) document.getElementById(fault)?.focus()
    else if (await mail.save()) await goOn()
  }
  return (
    <SettingsFormContext value={form}>
      <LeaveGuard isDirty={form.isDirty && !form.isSaving} />
      <Text c="dimmed" maw={640}>
        {words.text}
      </Text>
      <Flex gap="xl" align="flex-start" direction={{ base: 'column', sm: 'row' }}>
        <Box
          component="form"
          onSubmit={submit}
          noValidate
          flex={1}
          w="100%"
          miw={0}
          maw={FORM_WIDTH}
        >
          <Stack gap="lg">
            <Paper p="lg">
              <Stack gap="lg">
                <LetterheadField onFound={(found) => apply(form.set, found)} />
                <CompanyFields />
                <MoneyFields />
                <MailPart mail={mail} />
                <FormatFields />
              </Stack>
            </Paper>
            {isWide === false && <FoldedPreview />}
            <StrayFaults />
            <Group justify="flex-end" className="form-buttons">
              <Button variant="default" onClick={goBack}>
                {words.later}
              </Button>
              <Button type="submit" loading={form.isSaving || mail.isBusy}>
                {words.save}
              </Button>
            </Group>
          </Stack>
        </Box>
        {isWide && (
          <Box flex={1} miw={360} maw={620} pos="sticky" top={80}>
            <SettingsPreview isPaper />
          </Box>
        )}
      </Flex>
    </SettingsFormContext>
  )
}

/** Shown once, while the company has no country. */
function useGuess(set: (name: FieldName, value: string) => void, isUnknown: boolean): void {
  const { language } = useLanguage()
  const { data: session } = useQuery(sessionQuery)
  const email = session?.email
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !isUnknown) return
    isDone.current = true
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    apply(set, guessOf({ languages: navigator.languages, timeZone }, language))
    if (email) set('companyEmail', email)
  }, [set, isUnknown, language, email])
}

function apply(set: (name: FieldName, value: string) => void, changes: SettingsChanges): void {
  for (const [name, value] of Object.entries(changes)) set(name as FieldName, String(value))
}

function Part({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">{children}</Stack>
    </Fieldset>
  )
}

const Pair = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
    {children}
  </SimpleGrid>
)

function CompanyFields() {
  const words = useWords().start
  const countries = useCountries()
  const { draft, set } = useSettingsForm()
  const { language } = useLanguage()
  const found = FOUND.filter((name) => draft[name] !== '')
  return (
    <Part legend={words.company}>
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
    </Part>
  )
}

/** Asked for in the settings; here they are shown once a letterhead has them. */
const FOUND = [
  'companyPhone',
  'companyWebsite',
  'companyContact',
  'companyRegistrationId',
] as const satisfies readonly FieldName[]

function MailPart({ mail }: { readonly mail: MailStart }) {
  const words = useWords().start
  if (!mail.isNeeded) return null
  return (
    <Part legend={words.mail}>
      <MailFields mail={mail} />
    </Part>
  )
}

function MoneyFields() {
  const words = useWords().start
  const { draft } = useSettingsForm()
  const isTaxed = draft['defaultTax.category'] === 'S'
  return (
    <Part legend={words.money}>
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
    </Part>
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

function FormatFields() {
  const words = useWords().start
  const { locale } = useSettingsForm().draft
  return (
    <Part legend={words.formats}>
      <Pair>
        <ChoiceField name="locale" choices={useDocumentLanguages(String(locale))} />
        <ChoiceField name="currency" choices={useCurrencies()} />
        <ChoiceField name="timeZone" choices={timeZones()} />
        <TextField name="invoiceNumbering.pattern" />
      </Pair>
    </Part>
  )
}

/** Faults of fields that this page does not show. */
function StrayFaults() {
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
