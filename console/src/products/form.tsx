import { TAXED_CATEGORIES, type TaxCategory } from '@billwright/money'
import {
  ActionIcon,
  Fieldset,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Api, fieldErrorsOf } from '../api/client.ts'
import type { Settings } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { AddButton } from '../components/add-button.tsx'
import { useCurrencies } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { IconTrash } from '../components/icons.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { May } from '../components/may.tsx'
import { useSend } from '../components/use-send.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { unitsWith } from '../words/units.ts'
import {
  blankPrice,
  hasRate,
  type PriceLine,
  type ProductForm,
  presetChoice,
  productBody,
  type TextName,
  writtenPrices,
} from './form.ts'

interface Props {
  readonly start: ProductForm
  readonly settings: Settings
  /** Saves the product and opens the list. */
  readonly onSave: (api: Api, body: ReturnType<typeof productBody>) => Promise<unknown>
}

/** The fields that say themselves what is wrong with them. */
const hasField = (place: string): boolean =>
  /^(name|description|item_number|gtin|unit|accounting_code)$/.test(place) ||
  /^tax(\.(category|preset|rate|reason|second|second\.rate))?$/.test(place) ||
  /^prices\.\d+\.(unit_price|currency|min_quantity|from)$/.test(place)

interface PartProps {
  readonly form: ProductForm
  readonly errors: Readonly<Record<string, string>>
  readonly settings: Settings
  readonly change: (patch: Partial<ProductForm>) => void
}

/** The form of a product with its list prices. */
export function ProductFields({ start, settings, onSave }: Props) {
  const words = useWords().products
  const { language } = useLanguage()
  const mayWrite = useMay('write')
  const [form, setForm] = useState(start)
  const [error, setError] = useState<unknown>(null)
  const [isSaved, setSaved] = useState(false)
  const { send, isBusy } = useSend()
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [error])
  const errors = fieldErrorsOf(error)
  const isDirty = JSON.stringify(form) !== JSON.stringify(start)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await send(async (api) => {
        await onSave(api, productBody(form, language))
        setSaved(true)
      })
    } catch (failure) {
      setError(failure)
    }
  }
  const change = (patch: Partial<ProductForm>) => setForm((before) => ({ ...before, ...patch }))
  const parts = { form, errors, settings, change }
  return (
    <form ref={fields} onSubmit={submit} noValidate>
      <LeaveGuard isDirty={isDirty && !isBusy && !isSaved} />
      <Stack maw={860} gap="lg">
        <FormFault error={error} fields={Object.keys(errors).filter(hasField)} />
        <Paper p="lg">
          <Fieldset disabled={!mayWrite}>
            <Stack gap="lg">
              <MainFields {...parts} />
              <PriceFields {...parts} />
            </Stack>
          </Fieldset>
        </Paper>
        <May needs="write">
          <FormButtons submit={words.save} isBusy={isBusy} back="/products" />
        </May>
      </Stack>
    </form>
  )
}

function MainFields({ form, errors, settings, change }: PartProps) {
  const { products: words, units } = useWords()
  const field = (name: TextName) => ({
    label: words.fields[name],
    value: form.texts[name],
    error: errors[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ texts: { ...form.texts, [name]: event.currentTarget.value } }),
  })
  return (
    <Stack gap="sm">
      <TextInput {...field('name')} required data-autofocus maxLength={200} autoComplete="off" />
      <Textarea
        {...field('description')}
        description={words.descriptionHint}
        maxLength={5000}
        autosize
        minRows={2}
        maxRows={10}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
        <NativeSelect {...field('unit')} data={unitsWith(form.texts.unit, units)} />
        <NativeSelect
          label={words.kind}
          value={form.kind}
          data={[
            { value: 'service', label: words.service },
            { value: 'goods', label: words.goods },
          ]}
          onChange={(event) => change({ kind: event.currentTarget.value })}
        />
        <TextInput {...field('item_number')} maxLength={100} autoComplete="off" />
        <TextInput {...field('gtin')} maxLength={14} inputMode="numeric" autoComplete="off" />
        <TextInput {...field('accounting_code')} maxLength={100} autoComplete="off" />
      </SimpleGrid>
      <TaxFields {...{ form, errors, settings, change }} />
    </Stack>
  )
}

/** A preset of the settings, or a category with its rate. */
function TaxFields({ form, errors, settings, change }: PartProps) {
  const words = useWords()
  const { category } = settings.defaultTax
  const isKnown = [...settings.taxPresets.map(({ key }) => presetChoice(key))].includes(form.tax)
  const choices = [
    { value: '', label: words.products.taxOfSettings },
    ...settings.taxPresets.map(({ key, name }) => ({ value: presetChoice(key), label: name })),
    ...(isKnown || hasRate(form.tax) || form.tax === ''
      ? []
      : [{ value: form.tax, label: form.tax }]),
    ...Object.entries(words.choices.tax).map(([value, label]) => ({ value, label })),
  ]
  const isTaxed = TAXED_CATEGORIES.has(form.tax as TaxCategory)
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm" style={{ alignItems: 'start' }}>
      <NativeSelect
        label={words.products.tax}
        value={form.tax}
        data={choices}
        error={errors.tax ?? errors['tax.category'] ?? errors['tax.preset']}
        onChange={(event) => {
          const tax = event.currentTarget.value
          const rate = tax === category ? settings.defaultTax.rate : ''
          change({ tax, rate, reason: '', reasonCode: null, names: {} })
        }}
      />
      {hasRate(form.tax) && isTaxed && (
        <TextInput
          label={words.products.rate}
          value={form.rate}
          error={errors['tax.rate']}
          inputMode="decimal"
          onChange={(event) => change({ rate: event.currentTarget.value })}
        />
      )}
      {hasRate(form.tax) && !isTaxed && (
        <TextInput
          label={words.products.reason}
          value={form.reason}
          error={errors['tax.reason']}
          maxLength={500}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
    </SimpleGrid>
  )
}

function PriceFields({ form, errors, settings, change }: PartProps) {
  const words = useWords().products
  const sent = writtenPrices(form)
  const edit = (key: string, patch: Partial<PriceLine>) =>
    change({ prices: form.prices.map((it) => (it.key === key ? { ...it, ...patch } : it)) })
  return (
    <Fieldset legend={words.prices}>
      <Stack gap="sm">
        {form.prices.map((price, index) => (
          <PriceRow
            key={price.key}
            price={price}
            number={index + 1}
            errorAt={(name) => errors[`prices.${sent.indexOf(price)}.${name}`]}
            onChange={(patch) => edit(price.key, patch)}
            onDelete={() => change({ prices: form.prices.filter(({ key }) => key !== price.key) })}
          />
        ))}
        <AddButton
          label={words.addPrice}
          onClick={() => change({ prices: [...form.prices, blankPrice(settings.currency)] })}
        />
      </Stack>
    </Fieldset>
  )
}

/** Two fields beside each other on phones. */
const HALF = 'calc(50% - var(--mantine-spacing-sm) / 2)'

interface PriceRowProps {
  readonly price: PriceLine
  /** From 1. */
  readonly number: number
  readonly errorAt: (name: string) => string | undefined
  readonly onChange: (patch: Partial<PriceLine>) => void
  readonly onDelete: () => void
}

function PriceRow({ price, number, errorAt, onChange, onDelete }: PriceRowProps) {
  const words = useWords().products
  const currencies = useCurrencies()
  const named = (label: string) => ({ label, 'aria-label': words.of(label, number) })
  return (
    <Group align="end" gap="sm" pb={{ base: 'sm', xs: 0 }}>
      <TextInput
        {...named(words.price)}
        value={price.price}
        error={errorAt('unit_price')}
        inputMode="decimal"
        w={{ base: HALF, xs: 110 }}
        onChange={(event) => onChange({ price: event.currentTarget.value })}
      />
      <NativeSelect
        {...named(words.currency)}
        value={price.currency}
        error={errorAt('currency')}
        data={currencies.map(({ value }) => value)}
        w={{ base: HALF, xs: 90 }}
        onChange={(event) => onChange({ currency: event.currentTarget.value })}
      />
      <TextInput
        {...named(words.minQuantity)}
        value={price.minQuantity}
        error={errorAt('min_quantity')}
        inputMode="decimal"
        placeholder="1"
        w={{ base: HALF, xs: 120 }}
        onChange={(event) => onChange({ minQuantity: event.currentTarget.value })}
      />
      <DayField
        {...named(words.from)}
        value={price.from}
        error={errorAt('from')}
        w={{ base: HALF, xs: 150 }}
        onChange={(value) => onChange({ from: value })}
      />
      <Group gap="sm" wrap="nowrap" justify="space-between" w={{ base: '100%', xs: 'auto' }}>
        <Switch
          label={words.includesTax}
          aria-label={words.of(words.includesTax, number)}
          checked={price.includesTax}
          onChange={(event) => onChange({ includesTax: event.currentTarget.checked })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={words.of(words.deletePrice, number)}
          onClick={onDelete}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  )
}
