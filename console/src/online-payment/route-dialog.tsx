import { NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { useCountries, useCurrencies, withChosen } from '../components/choices.ts'
import { CustomerChoice, type Named, ruleCustomerQuery } from '../components/customer-choice.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { KINDS } from './kinds.ts'
import { type Provider, type Route, type Routing, saveRoutes } from './queries.ts'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

const CONDITIONS = ['method', 'currency', 'country', 'customer_id', 'from', 'to'] as const

interface Props {
  readonly routing: Routing
  /** Its place; after the last: a new one. */
  readonly at: number
  readonly providers: readonly Provider[]
  readonly onClose: () => void
}

/** One rule: what is paid, and where. */
export function RouteDialog({ routing, at, providers, onClose }: Props) {
  const words = useOnlinePaymentWords().routing
  const { rules: common } = useWords()
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { routes } = routing
  const before = routes[at]
  const [providerId, setProviderId] = useState(before?.provider_id ?? providers[0]?.id ?? '')
  const [currency, setCurrency] = useState(before?.when.currency ?? null)
  const [country, setCountry] = useState(before?.when.country ?? null)
  const [other, setOther] = useState<Named | null>()
  const { data: known } = useQuery(ruleCustomerQuery(before?.when.customer_id ?? null))
  const customer = other === undefined ? (known ?? null) : other
  const { mutate, error, isPending } = useChange({
    run: (api, route: Route) => saveRoutes(api, routing, routes.toSpliced(at, 1, route)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      tellDone(before === undefined ? common.added : common.saved)
      onClose()
    },
  })
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const amount = (name: string) => (text(name) === '' ? null : toDecimal(text(name), language))
    const [from, to] = [amount('from'), amount('to')]
    const method = text('method') === '' ? null : text('method')
    const when = { method, currency, country, customer_id: customer?.id ?? null, from, to }
    mutate({ when, provider_id: providerId })
  }
  const errors = fieldErrorsOf(error)
  const place = `paymentRouting.${at}`
  const faultAt = (name: (typeof CONDITIONS)[number]) => errors[`${place}.when.${name}`]
  const amount = (name: 'from' | 'to') => ({
    name,
    label: words.fields[name],
    error: faultAt(name),
    defaultValue: shownDecimal(before?.when[name] ?? '', language),
    inputMode: 'decimal' as const,
    maxLength: 20,
  })
  return (
    <DialogForm
      title={before === undefined ? common.add : common.edit}
      words={common}
      isBusy={isPending}
      error={error}
      places={[...CONDITIONS.map((it) => `${place}.when.${it}`), `${place}.provider_id`]}
      onClose={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        label={words.fields.provider}
        data={withChosen(
          providers.map(({ id, label }) => ({ value: id, label })),
          providerId,
        ).map((it) => (it.label === it.value ? { ...it, label: words.unknown } : it))}
        value={providerId}
        error={errors[`${place}.provider_id`]}
        onChange={({ currentTarget }) => setProviderId(currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        name="method"
        label={words.fields.method}
        data={useMethodsOf(providers, providerId, before?.when.method ?? null)}
        defaultValue={before?.when.method ?? ''}
        error={faultAt('method')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <TextInput {...amount('from')} />
        <TextInput {...amount('to')} />
      </SimpleGrid>
      <Select
        label={words.fields.currency}
        placeholder={words.any.currency}
        data={[...useCurrencies()]}
        value={currency}
        error={faultAt('currency')}
        onChange={setCurrency}
        searchable
        clearable
      />
      <Select
        label={words.fields.country}
        placeholder={words.any.country}
        data={useCountries().map((it) => ({ ...it }))}
        value={country}
        error={faultAt('country')}
        onChange={setCountry}
        searchable
        clearable
      />
      <CustomerChoice
        label={words.fields.customer}
        chosen={customer}
        error={faultAt('customer_id')}
        onChoose={setOther}
      />
    </DialogForm>
  )
}

/** The methods that the provider can have, by name, and every one of them. */
function useMethodsOf(providers: readonly Provider[], id: string, chosen: string | null) {
  const words = useOnlinePaymentWords().routing
  const nameOf = useMethodName()
  const provider = providers.find((it) => it.id === id)
  const usual: readonly string[] =
    provider && Object.hasOwn(KINDS, provider.kind)
      ? KINDS[provider.kind as keyof typeof KINDS].methods
      : []
  const own = provider === undefined || provider.methods.length === 0 ? usual : provider.methods
  const all = new Set([...own, ...(chosen === null ? [] : [chosen])])
  return [
    { value: '', label: words.any.method },
    ...[...all].map((value) => ({ value, label: nameOf(value) })),
  ]
}
