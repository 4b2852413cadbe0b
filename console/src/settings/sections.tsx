import { USUAL_CASH_STEPS } from '@billwright/rules/cash-rounding'
import { Anchor, Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  type Choice,
  timeZones,
  useCountries,
  useCurrencies,
  useDocumentLanguages,
} from '../components/choices.ts'
import { CustomFields } from '../components/custom-fields.tsx'
import { earlyBody, earlyOf } from '../components/early-offers.ts'
import { EarlyPayment } from '../components/early-payment.tsx'
import { fromWire, TermsField, toWire } from '../components/terms-field.tsx'
import { withholdingTexts } from '../components/withholding-texts.ts'
import { Withholdings } from '../components/withholdings.tsx'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import type { Section } from '../shell/inner-places.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { PAIN_FORMATS, PROFILE_NAMES, TAX_REGIMES, toChoices } from './choices.ts'
import { DefaultTexts } from './default-texts.tsx'
import { AreaField, ChoiceField, SeveralField, SwitchField, TextField } from './field.tsx'
import { useFieldWords } from './field-words.ts'
import { IbanField } from './iban-field.tsx'
import { LookSection } from './look.tsx'
import { NumberingField } from './numbering.tsx'
import { ReturnFeeField } from './return-fee.tsx'
import { FurtherSeries } from './series/series.tsx'
import { TaxNumbers } from './tax-numbers.tsx'
import { TaxPresets } from './tax-presets.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export const SECTION_FORMS: Readonly<Record<Section, () => ReactNode>> = {
  company: CompanySection,
  look: LookSection,
  payment: PaymentSection,
  online: OnlineSection,
  tax: TaxSection,
  quotes: QuoteSection,
  einvoices: EInvoiceSection,
  email: EmailSection,
  formats: FormatSection,
}

interface PairProps {
  readonly children: ReactNode
  /** For a code beside a name. */
  readonly isFirstShort?: boolean
}

const Pair = ({ children, isFirstShort = false }: PairProps) => (
  <SimpleGrid
    cols={{ base: 1, xs: 2 }}
    verticalSpacing={0}
    className={isFirstShort ? 'aligned first-short' : 'aligned'}
  >
    {children}
  </SimpleGrid>
)

function Group({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <Fieldset legend={legend}>
      <Stack>{children}</Stack>
    </Fieldset>
  )
}

function CompanySection() {
  const words = useWords().settings
  const countries = useCountries()
  return (
    <Stack>
      <TextField name="companyName" autoComplete="organization" />
      <TextField name="companyTradingName" isOptional />
      <Group legend={words.address}>
        <TextField name="companyAddress.line1" autoComplete="address-line1" />
        <TextField name="companyAddress.line2" autoComplete="address-line2" isOptional />
        <Pair isFirstShort>
          <TextField name="companyAddress.postalCode" autoComplete="postal-code" />
          <TextField name="companyAddress.city" autoComplete="address-level2" />
        </Pair>
        <Pair>
          <TextField name="companyAddress.region" autoComplete="address-level1" isOptional />
          <ChoiceField name="companyAddress.countryCode" choices={countries} none={words.none} />
        </Pair>
      </Group>
      <Group legend={words.contact}>
        <TextField name="companyContact" autoComplete="name" isOptional />
        <TextField name="companyEmail" type="email" autoComplete="email" />
        <Pair>
          <TextField name="companyPhone" type="tel" autoComplete="tel" isOptional />
          <TextField name="companyWebsite" inputMode="url" autoComplete="url" isOptional />
        </Pair>
      </Group>
      <Group legend={words.register}>
        <TextField name="companyRegistrationId" isOptional />
        <AreaField name="companyLegalForm" />
      </Group>
    </Stack>
  )
}

function PaymentSection() {
  const words = useWords().settings
  const { bankAutoBook, paymentReferences } = useWords().choices
  const fields = useFieldWords()
  return (
    <Stack>
      <Group legend={words.account}>
        <TextField name="bankAccount.holder" />
        <IbanField />
        <Pair>
          <TextField name="bankAccount.number" />
          <TextField name="bankAccount.bankCode" />
        </Pair>
        <Pair>
          <TextField name="bankAccount.bic" />
          <TextField name="bankAccount.qrIban" />
        </Pair>
        <TextField name="bankAccount.bankName" />
      </Group>
      <AreaField name="paymentInstructions" />
      <ChoiceField name="paymentReference" choices={toChoices(paymentReferences)} />
      <PaymentTermsField />
      <EarlyPaymentField />
      <Group legend={words.bankEntries}>
        <ChoiceField name="bankAutoBook" choices={toChoices(bankAutoBook)} />
        <Pair>
          <TextField name="paymentTolerance" inputMode="decimal" />
          <TextField name="feeTolerance" inputMode="decimal" />
        </Pair>
        <TextField name="discountGraceDays" inputMode="numeric" />
        <TextField name="bankFolder" />
      </Group>
      <DirectDebitGroup />
      <Group legend={words.texts}>
        <AreaField name="defaultTerms" />
        <AreaField name="defaultNotes" />
        <DefaultTexts />
      </Group>
      <Group legend={fields.customFields.label}>
        <CustomFieldsField />
      </Group>
    </Stack>
  )
}

function DirectDebitGroup() {
  const words = useDirectDebitWords()
  return (
    <Group legend={words.title}>
      <TextField name="bankAccount.creditorId" />
      <TextField name="directDebit.creditorName" />
      <Pair>
        <TextField name="directDebit.preNotificationDays" inputMode="numeric" />
        <TextField name="directDebit.submitDays" inputMode="numeric" />
      </Pair>
      <SwitchField name="confirmMandates" />
      <SwitchField name="mandateByPage" />
      <ChoiceField name="directDebit.bookOn" choices={toChoices(words.settings.bookOn)} />
      <ReturnFeeField />
      <SwitchField name="directDebit.batchBooking" />
      <TextField name="directDebit.limit" inputMode="decimal" />
      <ChoiceField name="directDebit.sequence" choices={toChoices(words.settings.sequence)} />
      <ChoiceField name="directDebit.umlauts" choices={toChoices(words.settings.umlauts)} />
      <ChoiceField name="directDebit.format" choices={toChoices(PAIN_FORMATS)} />
    </Group>
  )
}

/** The providers themselves are saved one by one, above this form. */
function OnlineSection() {
  const { collectOn } = useDirectDebitWords().settings
  return (
    <Stack>
      <SwitchField name="receiptOnPayment" />
      <TextField name="checkoutMinutes" inputMode="numeric" />
      <TextField name="refundLimit" inputMode="decimal" />
      <SwitchField name="autopay" />
      <ChoiceField name="collectOn" choices={toChoices(collectOn)} />
      <TextField name="noticeDays" inputMode="numeric" />
      <TextField name="collectRetries" />
    </Stack>
  )
}

/** Percents are as the API has them, and may be typed with a comma. */
function EarlyPaymentField() {
  const { draft, errors, set } = useSettingsForm()
  const { hint } = useFieldWords().earlyPayment
  const { language } = useLanguage()
  const [offers, setOffers] = useState(earlyOf(JSON.parse(String(draft.earlyPayment)), language))
  return (
    <EarlyPayment
      offers={offers}
      onChange={(typed) => {
        setOffers(typed)
        set('earlyPayment', JSON.stringify(earlyBody(typed, language)))
      }}
      faultAt={(place) => errors[`earlyPayment${place.replaceAll('/', '.')}`]}
      hint={hint}
    />
  )
}

function PaymentTermsField() {
  const { draft, errors, set } = useSettingsForm()
  const { label } = useFieldWords().paymentTerms
  return (
    <TermsField
      id="paymentTerms"
      label={label}
      canBeUsual={false}
      value={fromWire(JSON.parse(String(draft.paymentTerms)))}
      usual={null}
      onChange={(terms) => terms && set('paymentTerms', JSON.stringify(toWire(terms)))}
      faultAt={(part) => errors[['paymentTerms', part].filter(Boolean).join('.')]}
    />
  )
}

/** The default for new invoices, unless the customer has another one. */
function CustomFieldsField() {
  const { draft, errors, set } = useSettingsForm()
  const { hint } = useFieldWords().customFields
  return (
    <Stack gap={0} id="customFields">
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      <CustomFields
        fields={JSON.parse(String(draft.customFields))}
        onChange={(fields) => set('customFields', JSON.stringify(fields))}
        faultAt={(place) => errors[`customFields.${place.replace('/', '.')}`]}
      />
    </Stack>
  )
}

function TaxSection() {
  const words = useWords().settings
  const choices = useWords().choices
  return (
    <Stack>
      <Pair>
        <TextField name="companyTaxId" />
        <TextField name="companyTaxNumber" />
      </Pair>
      <TaxNumbers />
      <Group legend={words.taxes}>
        <ChoiceField name="defaultTax.category" choices={toChoices(choices.tax)} />
        <Pair>
          <TextField name="defaultTax.rate" inputMode="decimal" />
          <TextField name="taxLabel" />
        </Pair>
        <ChoiceField name="rounding" choices={toChoices(choices.rounding)} />
        <SwitchField name="pricesIncludeTax" />
        <ChoiceField name="viesCheck" choices={toChoices(choices.viesCheck)} />
      </Group>
      <Group legend={words.presets}>
        <TaxPresets />
      </Group>
      <WithholdingsField />
      <CashRoundingField />
      <Group legend={words.numbers}>
        <NumberingField series="invoiceNumbering" />
        <NumberingField series="creditNoteNumbering" />
        <SwitchField name="lockIssuedInvoices" />
        <SwitchField name="applyCreditOnIssue" />
        <SwitchField name="shareOtherInvoices" />
      </Group>
      <FurtherSeries />
      <Representative />
    </Stack>
  )
}

/** The default for new invoices, unless the customer has another one. */
function WithholdingsField() {
  const { draft, errors, set } = useSettingsForm()
  const words = useWords().withholdings
  return (
    <Group legend={words.title}>
      <Stack id="withholdings">
        <Withholdings
          entries={withholdingTexts(JSON.parse(String(draft.withholdings)), 'en')}
          onChange={(entries) => set('withholdings', JSON.stringify(entries))}
          faultAt={(place) => errors[`withholdings.${place.replace('/', '.')}`]}
          country={String(draft['companyAddress.countryCode'])}
        />
      </Stack>
    </Group>
  )
}

interface CashEntry {
  readonly currency: string
  readonly to: string
}

/** Usual steps are one click; others are chosen on the document. */
function CashRoundingField() {
  const { draft, errors, set } = useSettingsForm()
  const words = useWords().settings
  const entries: readonly CashEntry[] = JSON.parse(String(draft.cashRounding))
  const known = new Set(entries.map(({ currency }) => currency))
  const usual = Object.entries(USUAL_CASH_STEPS).map(([currency, to]) => ({ currency, to }))
  const choices = [...entries, ...usual.filter(({ currency }) => !known.has(currency))]
  const turn = (entry: CashEntry, isOn: boolean) =>
    set(
      'cashRounding',
      JSON.stringify(
        isOn ? [...entries, entry] : entries.filter(({ currency }) => currency !== entry.currency),
      ),
    )
  return (
    <Group legend={words.cashRounding}>
      <Stack gap="xs" id="cashRounding">
        <Text size="sm" c="dimmed">
          {words.cashRoundingText}
        </Text>
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          {choices.map((entry) => (
            <Checkbox
              key={entry.currency}
              label={`${entry.currency} ${entry.to}`}
              checked={known.has(entry.currency)}
              onChange={({ currentTarget: { checked } }) => turn(entry, checked)}
            />
          ))}
        </SimpleGrid>
        {errors.cashRounding && (
          <Text size="sm" c="red" role="alert">
            {errors.cashRounding}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

function QuoteSection() {
  const deliveryNotes = useWords().deliveryNotes.list
  return (
    <Stack>
      <NumberingField series="quoteNumbering" />
      <TextField name="quoteValidDays" inputMode="numeric" />
      <AreaField name="quoteTerms" />
      <SwitchField name="evidenceKeepAddress" />
      <Group legend={deliveryNotes}>
        <NumberingField series="deliveryNoteNumbering" />
      </Group>
    </Stack>
  )
}

function Representative() {
  const words = useWords().settings
  const countries = useCountries()
  return (
    <Group legend={words.representative}>
      <Text size="sm" c="dimmed">
        {words.representativeText}
      </Text>
      <Pair>
        <TextField name="taxRepresentative.name" />
        <TextField name="taxRepresentative.taxId" />
      </Pair>
      <TextField name="taxRepresentative.line1" />
      <TextField name="taxRepresentative.line2" />
      <Pair>
        <TextField name="taxRepresentative.postalCode" />
        <TextField name="taxRepresentative.city" />
        <TextField name="taxRepresentative.region" />
        <ChoiceField name="taxRepresentative.countryCode" choices={countries} none={words.none} />
      </Pair>
    </Group>
  )
}

function EInvoiceSection() {
  const { settings: words, countries } = useWords()
  const { means } = useWords().choices
  const { draft } = useSettingsForm()
  const country = draft['companyAddress.countryCode']
  return (
    <Stack>
      <ChoiceField
        name="eInvoiceProfile"
        choices={toChoices(PROFILE_NAMES)}
        none={words.noProfile}
      />
      <Group legend={words.endpoint}>
        <TextField name="companyEndpoint.scheme" maxLength={4} />
        <TextField name="companyEndpoint.id" />
      </Group>
      <TextField name="companyRegistrationScheme" maxLength={4} inputMode="numeric" />
      <ChoiceField name="paymentMeans" choices={toChoices(means)} none={words.automatic} />
      {(country === 'IT' || draft.companyTaxRegime !== '') && (
        <Group legend={countries.italy}>
          <Text size="sm" c="dimmed">
            {countries.italySeller}
          </Text>
          <ChoiceField name="companyTaxRegime" choices={toChoices(TAX_REGIMES)} none={words.none} />
        </Group>
      )}
      {country === 'PL' && (
        <Group legend={countries.poland}>
          <Text size="sm" c="dimmed">
            {countries.polandSeller}
          </Text>
        </Group>
      )}
    </Stack>
  )
}

function EmailSection() {
  const words = useWords().settings
  const mail = useWords().mail
  const { mailEInvoice, notices } = useWords().choices
  return (
    <Stack>
      <Text size="sm">
        {words.mailPages}{' '}
        <Anchor component={Link} to="/mail/server" size="sm" underline="always">
          {mail.server}
        </Anchor>
        {'\u00a0· '}
        <Anchor component={Link} to="/mail/words" size="sm" underline="always">
          {mail.words}
        </Anchor>
      </Text>
      <Group legend={words.mailSender}>
        <Pair>
          <TextField name="mailFrom.name" />
          <TextField name="mailFrom.address" type="email" />
        </Pair>
        <TextField name="mailReplyTo" type="email" />
        <TextField name="mailBcc" />
      </Group>
      <Group legend={words.mailContent}>
        <SwitchField name="mailAttach.pdf" />
        <ChoiceField name="mailAttach.eInvoice" choices={toChoices(mailEInvoice)} />
        <SwitchField name="mailAttach.files" />
        <SwitchField name="mailLink" />
        <AreaField name="mailSignature" />
      </Group>
      <Group legend={words.mailPace}>
        <Pair>
          <TextField name="mailPerMinute" inputMode="numeric" />
          <TextField name="mailPerDay" inputMode="numeric" />
        </Pair>
        <ChoiceField name="mailAttachmentMaxBytes" choices={useAttachmentSizes()} />
        <TextField name="mailKeepDays" inputMode="numeric" />
        <SwitchField name="mailPaused" />
      </Group>
      <Group legend={words.notices}>
        <TextField name="notify.email" />
        <SeveralField name="notify.on" choices={toChoices(notices)} />
      </Group>
    </Stack>
  )
}

const MEGABYTE = 1_000_000
const ATTACHMENT_SIZES = [1, 2, 5, 10, 15, 20, 25].map((size) => size * MEGABYTE)

/** The usual sizes, and the stored one, which another program may have chosen. */
function useAttachmentSizes(): readonly Choice[] {
  const { language } = useLanguage()
  const now = Number(useSettingsForm().draft.mailAttachmentMaxBytes)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte' })
  return [...new Set([...ATTACHMENT_SIZES, now])]
    .sort((a, b) => a - b)
    .map((bytes) => ({ value: String(bytes), label: format.format(bytes / MEGABYTE) }))
}

const DATE_STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  medium: { dateStyle: 'medium' },
  long: { dateStyle: 'long' },
}

/** Today, as documents in that language print it. */
function exampleOf(dateFormat: string, locale: string): string {
  const style = DATE_STYLES[dateFormat]
  const now = new Date()
  return style === undefined
    ? now.toISOString().slice(0, 10)
    : new Intl.DateTimeFormat(locale, style).format(now)
}

function FormatSection() {
  const { dateFormat } = useWords().choices
  const { locale } = useSettingsForm().draft
  const dates = toChoices(dateFormat).map(({ value, label }) => ({
    value,
    label: `${label} (${exampleOf(value, String(locale))})`,
  }))
  return (
    <Stack>
      <ChoiceField name="locale" choices={useDocumentLanguages(String(locale))} />
      <ChoiceField name="currency" choices={useCurrencies()} />
      <ChoiceField name="dateFormat" choices={dates} />
      <ChoiceField name="timeZone" choices={timeZones()} />
    </Stack>
  )
}
