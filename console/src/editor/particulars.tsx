import {
  CASH_STEPS,
  type CashStep,
  stepFor,
  USUAL_CASH_STEPS,
} from '@billwright/rules/cash-rounding'
import {
  Accordion,
  Input,
  NativeSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { type Settings, settingsQuery } from '../api/queries.ts'
import type { Quote } from '../api/quotes.ts'
import { useDocumentLanguages } from '../components/choices.ts'
import { CustomFields } from '../components/custom-fields.tsx'
import { DayField } from '../components/date-field.tsx'
import { dotted } from '../components/dotted.ts'
import { EarlyPayment } from '../components/early-payment.tsx'
import { withholdsUsually } from '../components/withholding-texts.ts'
import { Withholdings } from '../components/withholdings.tsx'
import { PROFILE_NAMES, toChoices } from '../settings/choices.ts'
import { templatesQuery } from '../templates/queries.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { Adjustments } from './adjustments.tsx'
import { hasItaly, hasPoland, Italy, Poland } from './countries.tsx'
import type { Edit } from './edits.ts'
import {
  type DayName,
  type Form,
  LINE_FIELDS,
  type Offer,
  REFERENCE_FIELDS,
  type ReferenceField,
  TEXTS,
  type TextField,
  withLanguage,
} from './form.ts'
import { EditorTerms } from './terms-button.tsx'

interface Props {
  readonly form: Form
  readonly edit: (edit: Edit) => void
  readonly faultAt: (pointer: string) => string | undefined
}

/** Whether only lines differ: parts without lines need not render again. */
export function isSameBesideLines<T extends Props>(before: T, after: T): boolean {
  const { form: a, ...propsBefore } = before
  const { form: b, ...propsAfter } = after
  const isSame = (x: object, y: object) =>
    Object.entries(x).every(([name, value]) => value === y[name as keyof typeof y])
  return isSame({ ...a, lines: null }, { ...b, lines: null }) && isSame(propsBefore, propsAfter)
}

/** The rarely used fields of an invoice, collapsed at first. */
export const Particulars = memo(AllParticulars, isSameBesideLines)

function AllParticulars(props: Props & { readonly settings: Settings; readonly wanted: string }) {
  const { editor: words, countries, withholdings } = useWords()
  const { form, settings, wanted } = props
  const seller = settings.companyAddress.countryCode
  const [opened, setOpened] = useState<string[]>([
    ...(form.discounts.length + form.charges.length > 0 ? ['onTop'] : []),
    ...(form.offer === null ? [] : ['texts']),
  ])
  useEffect(() => {
    const section = sectionOf(wanted)
    if (section !== undefined)
      setOpened((before) => (before.includes(section) ? before : [...before, section]))
  }, [wanted])
  const eInvoice = ['eInvoice', words.eInvoice, <EInvoice key="eInvoice" {...props} />] as const
  const sections = [
    ['onTop', words.onTop, <Adjustments key="onTop" {...props} />],
    ['texts', words.texts, <Texts key="texts" {...props} />],
    ['more', words.particulars, <More key="more" {...props} />],
    ...(withholds(form, settings)
      ? [['withholdings', withholdings.title, <Withheld key="withheld" {...props} />] as const]
      : []),
    ...(form.offer === null ? [eInvoice] : []),
    ...(form.offer === null && (seller === 'IT' || hasItaly(form))
      ? [['italy', countries.italy, <Italy key="italy" {...props} />] as const]
      : []),
    ...(form.offer === null && (seller === 'PL' || hasPoland(form))
      ? [['poland', countries.poland, <Poland key="poland" {...props} />] as const]
      : []),
  ] as const
  const said = useSaid(form)
  return (
    <Accordion multiple value={opened} onChange={setOpened} variant="separated">
      {sections.map(([name, title, content]) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>
            <span className="section-title">
              {title}
              {!opened.includes(name) && said[name] && <small>{said[name]}</small>}
            </span>
          </Accordion.Control>
          <Accordion.Panel>{content}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

/** What the closed sections say. */
function useSaid(form: Form): Readonly<Record<string, string | undefined>> {
  const { locale } = useLanguage()
  const { texts, discounts, charges, language, profile } = form
  const named = new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language
  return {
    onTop: [...discounts, ...charges].map(({ reason }) => reason).join(', '),
    texts: texts.terms || texts.notes,
    more: dotted([named.charAt(0).toLocaleUpperCase(locale) + named.slice(1), texts.reference]),
    eInvoice: toChoices(PROFILE_NAMES).find(({ value }) => value === profile)?.label,
  }
}

const FIELDS_OF = {
  onTop: ['discounts', 'charges'],
  texts: ['terms', 'payment_terms', 'early_payment', 'notes', 'internal_notes'],
  more: [
    'custom_fields',
    'delivery_date',
    'period_start',
    'period_end',
    'reference',
    ...LINE_FIELDS,
    'language',
    'cash_rounding',
  ],
  withholdings: ['withholdings'],
  eInvoice: ['e_invoice_profile', 'payment', 'tax_point_date', 'references'],
  italy: ['italy'],
  poland: ['poland'],
} as const

/** The section with the field of a JSON pointer. */
const sectionOf = (pointer: string): string | undefined =>
  Object.entries(FIELDS_OF).find(([, names]) =>
    names.some((name) => name === pointer.split('/')[1]),
  )?.[0]

/** Input properties by wire name. */
export function useFields({ form, edit, faultAt }: Props) {
  const change = (next: (form: Form) => Form) => edit({ kind: 'change', change: next })
  type Event = { readonly currentTarget: { readonly value: string } }
  return {
    change,
    text: (name: TextField) => ({
      'data-place': `/${name}`,
      value: form.texts[name],
      maxLength: TEXTS[name],
      error: faultAt(`/${name}`),
      onChange: ({ currentTarget: { value } }: Event) =>
        change((it) => ({ ...it, texts: { ...it.texts, [name]: value } })),
    }),
    day: (name: DayName) => ({
      'data-place': `/${name}`,
      value: form.days[name],
      error: faultAt(`/${name}`),
      onChange: (value: string) => change((it) => ({ ...it, days: { ...it.days, [name]: value } })),
    }),
    reference: (name: ReferenceField) => ({
      'data-place': `/references/${name}`,
      value: form.references[name],
      error: faultAt(`/references/${name}`),
      onChange: ({ currentTarget: { value } }: Event) =>
        change((it) => ({ ...it, references: { ...it.references, [name]: value } })),
    }),
    plain: (name: 'paymentReference' | 'profile', pointer: string) => ({
      'data-place': pointer,
      value: form[name],
      error: faultAt(pointer),
      onChange: ({ currentTarget: { value } }: Event) => change((it) => ({ ...it, [name]: value })),
    }),
  }
}

export function Texts({ isCredit = false, ...props }: Props & { readonly isCredit?: boolean }) {
  const words = useWords().editor
  const { text, change } = useFields(props)
  return (
    <Stack gap="sm">
      {props.form.offer !== null && <OfferFields {...props} offer={props.form.offer} />}
      {props.form.offer !== null && <EditorTerms {...props} change={change} />}
      <Textarea label={words.terms} {...text('terms')} autosize minRows={2} />
      {!isCredit && (
        <EarlyPayment
          offers={props.form.earlyPayment}
          onChange={(earlyPayment) =>
            props.edit({ kind: 'change', change: (it) => ({ ...it, earlyPayment }) })
          }
          faultAt={(place) => props.faultAt(`/early_payment${place}`)}
        />
      )}
      <Textarea
        label={words.notes}
        description={words.notesHint}
        {...text('notes')}
        autosize
        minRows={2}
      />
      <Textarea
        label={words.internalNotes}
        description={words.internalHint}
        {...text('internal_notes')}
        autosize
        minRows={2}
      />
    </Stack>
  )
}

/** Whether the seller's country or a default asks for withholding. */
export const withholds = ({ withholdings }: Form, settings: Settings): boolean =>
  withholdings.length > 0 || withholdsUsually(settings)

/** Of invoices, quotes and recurring invoices. */
export function Withheld({
  form,
  edit,
  faultAt,
  settings,
}: Props & { readonly settings: Settings }) {
  return (
    <Stack gap="xs">
      <Withholdings
        entries={form.withholdings}
        onChange={(withholdings) =>
          edit({ kind: 'change', change: (it) => ({ ...it, withholdings }) })
        }
        faultAt={(place) => faultAt(`/withholdings/${place}`)}
        country={settings.companyAddress.countryCode}
        hasAmount
      />
      {faultAt('/withholdings') && (
        <Text size="sm" c="red" role="alert">
          {faultAt('/withholdings')}
        </Text>
      )}
    </Stack>
  )
}

function OfferFields({ offer, edit, faultAt }: Props & { readonly offer: Offer }) {
  const words = useWords().quotes
  const change = (part: Partial<Offer>) =>
    edit({ kind: 'change', change: (it) => ({ ...it, offer: { ...offer, ...part } }) })
  const choices = Object.entries(words.onAcceptChoices).map(([value, label]) => ({ value, label }))
  return (
    <>
      <Textarea
        label={words.terms}
        description={words.termsHint}
        value={offer.terms}
        error={faultAt('/terms_text')}
        maxLength={5000}
        autosize
        minRows={2}
        onChange={({ currentTarget: { value } }) => change({ terms: value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect
          label={words.onAccept}
          description={words.onAcceptHint}
          data={choices}
          value={offer.onAccept}
          onChange={({ currentTarget: { value } }) =>
            change({ onAccept: value as Quote['on_accept'] })
          }
        />
        <TextInput
          label={words.depositPercent}
          description={words.depositPercentHint}
          inputMode="decimal"
          value={offer.depositPercent}
          error={faultAt('/deposit_percent')}
          onChange={({ currentTarget: { value } }) => change({ depositPercent: value })}
        />
      </SimpleGrid>
    </>
  )
}

function More(props: Props) {
  const { editor: words, history, customFields } = useWords()
  const { day, text, change } = useFields(props)
  const languages = useDocumentLanguages(props.form.language)
  const { data: settings } = useQuery(settingsQuery)
  const steps = settings ? stepsIn(props.form, settings) : []
  const { data: templates } = useQuery(templatesQuery)
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <DayField label={words.deliveryDate} {...day('delivery_date')} />
        <DayField label={words.periodStart} {...day('period_start')} />
        <DayField label={words.periodEnd} {...day('period_end')} />
        <TextInput
          label={words.reference}
          description={words.referenceHint}
          {...text('reference')}
        />
        {LINE_FIELDS.map((name) => (
          <TextInput key={name} label={history.fields[name]} {...text(name)} />
        ))}
        <Select
          label={words.language}
          data={[...languages]}
          value={props.form.language}
          error={props.faultAt('/language')}
          onChange={(language) =>
            language !== null && settings && change((it) => withLanguage(it, language, settings))
          }
          allowDeselect={false}
          searchable
        />
        <NativeSelect
          label={words.template}
          value={props.form.template ?? ''}
          data={[
            { value: '', label: words.templateOfSettings },
            ...(templates ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={props.faultAt('/template')}
          onChange={({ currentTarget: { value } }) => change((it) => ({ ...it, template: value }))}
        />
        {steps.length > 0 && (
          <NativeSelect
            label={words.cashRounding}
            value={props.form.cashRounding}
            data={[{ value: '', label: words.noCashRounding }, ...steps]}
            data-place="/cash_rounding"
            error={props.faultAt('/cash_rounding')}
            onChange={({ currentTarget: { value } }) =>
              change((it) => ({ ...it, cashRounding: value }))
            }
          />
        )}
        <Switch
          label={words.includesTax}
          style={{ alignSelf: 'end' }}
          mb={{ sm: 6 }}
          checked={props.form.pricesIncludeTax}
          onChange={({ currentTarget: { checked } }) =>
            change((it) => ({ ...it, pricesIncludeTax: checked }))
          }
        />
      </SimpleGrid>
      <Input.Wrapper
        label={customFields.title}
        description={customFields.hint}
        labelElement="div"
        inputWrapperOrder={['label', 'description', 'input']}
      >
        <CustomFields
          fields={props.form.customFields}
          onChange={(fields) => change((it) => ({ ...it, customFields: fields }))}
          faultAt={(place) => props.faultAt(`/custom_fields/${place}`)}
        />
      </Input.Wrapper>
    </Stack>
  )
}

/** Steps of cash rounding, where the currency or the document knows any. */
const stepsIn = ({ currency, cashRounding }: Form, settings: Settings): readonly CashStep[] =>
  cashRounding !== '' || stepFor(settings, currency) !== null || USUAL_CASH_STEPS[currency]
    ? CASH_STEPS
    : []

function EInvoice(props: Props) {
  const words = useWords().editor
  const { day, reference, plain } = useFields(props)
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <NativeSelect
        label={words.profile}
        {...plain('profile', '/e_invoice_profile')}
        data={[{ value: '', label: words.profileNone }, ...toChoices(PROFILE_NAMES)]}
      />
      <TextInput
        label={words.paymentReference}
        {...plain('paymentReference', '/payment/reference')}
        maxLength={140}
      />
      <DayField label={words.taxPointDate} {...day('tax_point_date')} />
      {REFERENCE_FIELDS.map((name) => (
        <TextInput key={name} label={words.references[name]} {...reference(name)} maxLength={100} />
      ))}
    </SimpleGrid>
  )
}
