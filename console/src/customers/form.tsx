import {
  Accordion,
  Alert,
  Fieldset,
  Input,
  List,
  Paper,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type Api, fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import {
  type Choice,
  useCountries,
  useCurrencies,
  useDocumentLanguages,
  withChosen,
} from '../components/choices.ts'
import { CustomFields } from '../components/custom-fields.tsx'
import { dotted } from '../components/dotted.ts'
import { realChanges } from '../components/draft.ts'
import { type EarlyOffer, earlyBody, earlyOf } from '../components/early-offers.ts'
import { EarlyPayment } from '../components/early-payment.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { fromWire, TermsField, toWire } from '../components/terms-field.tsx'
import { useSend } from '../components/use-send.ts'
import { useWantedPlace } from '../components/use-wanted-place.ts'
import { withholdsUsually } from '../components/withholding-texts.ts'
import { Withholdings } from '../components/withholdings.tsx'
import { PlanChoice } from '../reminders/plan-choice.tsx'
import { PROFILE_NAMES, toChoices } from '../settings/choices.ts'
import { seriesQuery } from '../settings/series/queries.ts'
import { useLanguage, useWords } from '../words/language.ts'
import {
  type CustomerChanges,
  type CustomerDraft,
  type CustomerField,
  customFieldsOf,
  E_INVOICE_FIELDS,
  MAIL_FIELDS,
  termsOf,
  toCustomerPatch,
  withholdingsOf,
} from './fields.ts'

interface Props {
  readonly stored: CustomerDraft
  /** Saves the changes and opens the page that shows them. */
  readonly onSave: (api: Api, patch: object) => Promise<unknown>
  readonly back: string
}

/** The form of a customer. It sends only changed fields, so that other people's changes stay. */
export function CustomerForm({ stored, onSave, back }: Props) {
  const words = useWords().customerForm
  const [typed, setTyped] = useState<CustomerChanges>({})
  const [error, setError] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)
  const { send, isBusy } = useSend()
  const wanted = useWantedPlace()
  const changes = realChanges(stored, typed)
  const draft = { ...stored, ...changes }
  const isDirty = Object.keys(changes).length > 0
  const errors = faultsOf(error)
  const set = (name: CustomerField, value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send(async (api) => {
        await onSave(api, toCustomerPatch(changes, draft))
        setSaved(true)
      })
    } catch (failure) {
      setError(failure)
      document.getElementById(Object.keys(faultsOf(failure))[0] ?? '')?.focus()
    }
  }
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={isDirty && !isBusy && !isSaved} />
      <Stack maw={760} gap="lg">
        <Fault error={error} />
        <Paper p="lg">
          <Stack gap="lg">
            <MainFields draft={draft} errors={errors} set={set} wanted={wanted} />
          </Stack>
        </Paper>
        <MailFields draft={draft} errors={errors} set={set} wanted={wanted} />
        <EInvoiceFields draft={draft} errors={errors} set={set} wanted={wanted} />
        <FormButtons submit={words.save} isBusy={isBusy} back={back} />
      </Stack>
    </form>
  )
}

function Fault({ error }: { readonly error: unknown }) {
  const words = useWords().customerForm
  const names = useWords().customerFields
  if (isProblem(error, 'precondition_failed'))
    return (
      <Alert color="yellow" title={words.outdated} role="alert">
        {words.outdatedText}
      </Alert>
    )
  const faults = Object.entries(faultsOf(error))
  const hasField = (place: string) =>
    Object.hasOwn(names, place) ||
    /^(?:custom_fields|early_payment|payment_terms|withholdings)\./.test(place)
  const stray = faults.filter(([place]) => !hasField(place)).map(([, text]) => text)
  const text = faults.length > 0 ? stray.join(' ') : error ? messageOf(error) : ''
  return text === '' ? null : (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}

interface FieldsProps {
  readonly draft: CustomerDraft
  readonly errors: Readonly<Record<string, string>>
  readonly set: (name: CustomerField, value: string) => void
  /** The place that a link leads to; empty: none. */
  readonly wanted: string
}

const Pair = ({ children }: { readonly children: ReactNode }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
    {children}
  </SimpleGrid>
)

function MainFields(fields: FieldsProps) {
  const words = useWords().customerForm
  const labels = useWords().customerFields
  const { draft, errors, set } = fields
  const { text, choice, area } = useControls(fields)
  const { data: settings } = useQuery(settingsQuery)
  const countries = useCountries()
  const languages = useDocumentLanguages(String(draft.language))
  const currencies = useCurrencies()
  const series = useSeriesChoices(String(draft.number_series))
  return (
    <>
      <Stack gap="sm">
        {text('name', { required: true, 'data-autofocus': true })}
        <Pair>
          {text('contact_name')}
          {text('email', { type: 'email' })}
          {text('phone', { type: 'tel' })}
          {text('tax_id')}
        </Pair>
      </Stack>
      <Fieldset legend={words.address}>
        <Stack gap="sm">
          {text('address.line1')}
          {text('address.line2')}
          <Pair>
            {text('address.postal_code')}
            {text('address.city')}
            {text('address.region')}
            {choice('address.country_code', countries, '')}
          </Pair>
        </Stack>
      </Fieldset>
      <Fieldset legend={words.documents}>
        <Stack gap="sm">
          <Pair>
            {choice('language', languages, words.asSettings)}
            {choice('currency', currencies, words.asSettings)}
            {series.length > 0 && choice('number_series', series, words.asSettings)}
          </Pair>
          <TermsField
            id="payment_terms"
            label={labels.payment_terms}
            value={termsOf(draft)}
            usual={settings ? fromWire(settings.paymentTerms) : null}
            onChange={(terms) => set('payment_terms', JSON.stringify(terms && toWire(terms)))}
            faultAt={(part) => errors[['payment_terms', part].filter(Boolean).join('.')]}
          />
          {text('reference', { description: words.referenceHint })}
          <OwnDiscount {...fields} />
          <Input.Wrapper
            label={labels.custom_fields}
            description={words.customFieldsHint}
            labelElement="div"
            inputWrapperOrder={['label', 'description', 'input']}
          >
            <CustomFields
              fields={customFieldsOf(draft)}
              onChange={(lines) => set('custom_fields', JSON.stringify(lines))}
              faultAt={(place) => errors[`custom_fields.${place.replace('/', '.')}`]}
            />
          </Input.Wrapper>
          <OwnWithholdings {...fields} />
        </Stack>
      </Fieldset>
      {area('notes', words.notesHint)}
    </>
  )
}

/** Off: the discounts of the settings. On without a percent: none. */
function OwnDiscount({ draft, errors, set }: FieldsProps) {
  const words = useWords().customerForm
  const { language } = useLanguage()
  const stored = JSON.parse(String(draft.early_payment))
  const [offers, setOffers] = useState(earlyOf(stored ?? [], language))
  const keep = (typed: readonly EarlyOffer[] | null) => {
    setOffers(typed ?? [])
    set('early_payment', JSON.stringify(typed && earlyBody(typed, language)))
  }
  return (
    <Stack gap="xs">
      <Switch
        label={words.ownDiscount}
        checked={stored !== null}
        onChange={({ currentTarget: { checked } }) => keep(checked ? [] : null)}
      />
      {stored !== null && (
        <EarlyPayment
          offers={offers}
          onChange={keep}
          faultAt={(place) => errors[`early_payment${place.replaceAll('/', '.')}`]}
          hint={words.ownDiscountHint}
        />
      )}
    </Stack>
  )
}

/** Other withholdings than in the settings, where the seller's country knows any. */
function OwnWithholdings({ draft, errors, set }: FieldsProps) {
  const words = useWords().withholdings
  const { data: settings } = useQuery(settingsQuery)
  const entries = withholdingsOf(draft)
  const country = settings?.companyAddress.countryCode ?? null
  if (entries === null && !(settings && withholdsUsually(settings))) return null
  const store = (list: object | null) => set('withholdings', JSON.stringify(list))
  return (
    <Input.Wrapper label={words.ofCustomer} labelElement="div">
      <Stack gap="sm" pt="xs" id="withholdings">
        <Switch
          label={words.own}
          checked={entries !== null}
          onChange={({ currentTarget: { checked } }) => store(checked ? [] : null)}
        />
        {entries !== null && (
          <Withholdings
            entries={entries}
            onChange={store}
            faultAt={(place) => errors[`withholdings.${place.replace('/', '.')}`]}
            country={country}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function MailFields(fields: FieldsProps) {
  const words = useWords().customerForm
  const labels = useWords().customerFields
  const { text, choice } = useControls(fields)
  const { draft, errors, set } = fields
  return (
    <Folded legend={words.mail} names={MAIL_FIELDS} of={fields}>
      {text('billing_emails', { description: words.addressesHint })}
      {text('cc', { description: words.addressesHint })}
      {text('salutation', { description: words.salutationHint })}
      <Pair>
        {choice('kind', toChoices(words.kinds), words.kindUnknown)}
        <PlanChoice
          id="reminder_plan"
          label={labels.reminder_plan}
          error={errors.reminder_plan}
          value={String(draft.reminder_plan) || 'default'}
          onChange={({ currentTarget }) => set('reminder_plan', currentTarget.value)}
        />
      </Pair>
    </Folded>
  )
}

function EInvoiceFields(fields: FieldsProps) {
  const { customerForm: words, countries } = useWords()
  const country = fields.draft['address.country_code']
  const { text, choice } = useControls(fields)
  return (
    <Folded legend={words.eInvoices} names={E_INVOICE_FIELDS} of={fields}>
      {choice('e_invoice_profile', toChoices(PROFILE_NAMES), words.asSettings)}
      {country === 'IT' && <Hints lines={countries.italyCustomer} />}
      {country === 'PL' && <Hints lines={countries.polandCustomer} />}
      <Pair>
        {text('endpoint.scheme', { maxLength: 4, placeholder: '9930' })}
        {text('endpoint.id')}
        {text('identifier.scheme', { maxLength: 4, placeholder: '0088' })}
        {text('identifier.id')}
        {text('registration_scheme', { maxLength: 4, placeholder: '0002' })}
        {text('registration_id')}
      </Pair>
      {text('trading_name')}
    </Folded>
  )
}

/** The fields that the e-invoices of a country need. */
const Hints = ({ lines }: { readonly lines: readonly string[] }) => (
  <List size="sm" c="dimmed">
    {lines.map((line) => (
      <List.Item key={line}>{line}</List.Item>
    ))}
  </List>
)

interface FoldedProps {
  readonly legend: string
  readonly names: readonly CustomerField[]
  readonly of: FieldsProps
  readonly children: ReactNode
}

/** Collapsed unless a field has a value or a fault, or a link leads to it. */
function Folded({ legend, names, of: { draft, errors, wanted }, children }: FoldedProps) {
  const isFaulty = names.some((name) => errors[name] !== undefined)
  const isWanted = names.some((name) => name === wanted || name.startsWith(`${wanted}.`))
  const isNeeded = isFaulty || isWanted || names.some((name) => draft[name] !== '')
  const [open, setOpen] = useState<string | null>(isNeeded ? 'fields' : null)
  return (
    <Accordion variant="separated" value={isFaulty ? 'fields' : open} onChange={setOpen}>
      <Accordion.Item value="fields">
        <Accordion.Control>{legend}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">{children}</Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

/** The number series for the invoices of a customer, including the selected one. */
function useSeriesChoices(chosen: string): readonly Choice[] {
  const { data } = useQuery(seriesQuery)
  return withChosen(
    (data?.data ?? [])
      .filter(({ kind, archived }) => kind === 'invoice' && !archived)
      .map(({ key, name }) => ({ value: key, label: dotted([key, name]) })),
    chosen,
  )
}

/** A fault of an entry is shown at the list. */
const faultsOf = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([place, text]) => [
      place.replace(/\.\d+$/, ''),
      text,
    ]),
  )

/** The fields of this form with label, value and fault. */
function useControls({ draft, errors, set }: FieldsProps) {
  const labels = useWords().customerFields
  const common = (name: CustomerField) => ({
    id: name,
    name,
    label: labels[name],
    error: errors[name],
  })
  return {
    text: (name: CustomerField, more: Readonly<Record<string, unknown>> = {}) => (
      <TextInput
        {...common(name)}
        autoComplete="off"
        {...more}
        value={String(draft[name])}
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    ),
    area: (name: CustomerField, hint: string) => (
      <Textarea
        {...common(name)}
        description={hint}
        autosize
        minRows={2}
        maxRows={12}
        value={String(draft[name])}
        onChange={(event) => set(name, event.currentTarget.value)}
      />
    ),
    choice: (name: CustomerField, choices: readonly Choice[], none: string) => (
      <Select
        {...common(name)}
        searchable
        clearable
        placeholder={none}
        data={withChosen(choices, String(draft[name]))}
        value={draft[name] === '' ? null : String(draft[name])}
        onChange={(chosen) => set(name, chosen ?? '')}
      />
    ),
  }
}
