import { COUNTRIES } from '@billwright/einvoice/countries'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useSend } from '../components/use-send.ts'
import { customerQuery } from '../customers/queries.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import type { Customer } from './form.ts'

interface Props {
  readonly id: string
  readonly onClose: () => void
  readonly onSaved: (customer: Customer) => void
}

/** Edits the customer's details without leaving the invoice. */
export function CustomerDetails({ id, onClose, onSaved }: Props) {
  const words = useWords().editor
  const customer = useQuery(customerQuery(id))
  const sending = useSend()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.customerDetails}
      size="lg"
      isBusy={sending.isBusy}
    >
      <QueryView of={customer} lines={4}>
        {(it) => (
          <Fields customer={it.customer} sending={sending} onClose={onClose} onSaved={onSaved} />
        )}
      </QueryView>
    </Dialog>
  )
}

const ADDRESS = ['line1', 'postal_code', 'city', 'country_code'] as const
const PLAIN = ['name', 'contact_name', 'email', 'tax_id'] as const

interface FieldsProps extends Pick<Props, 'onClose' | 'onSaved'> {
  readonly customer: Customer
  readonly sending: ReturnType<typeof useSend>
}

function Fields({ customer, sending, onClose, onSaved }: FieldsProps) {
  const words = useWords().editor
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { send, isBusy } = sending
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    const values = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '').trim() || null]))
    const { name, ...plain } = values(PLAIN)
    try {
      const body = { ...plain, name: name ?? '', address: values(ADDRESS) }
      await send(async (changes) => {
        const saved = await changes.patchCustomer({ path: { id: customer.id }, body })
        await queries.invalidateQueries({ queryKey: ['customers'] })
        onSaved(saved)
        onClose()
      })
    } catch (failure) {
      const faults = fieldErrorsOf(failure)
      setErrors(faults)
      if (Object.keys(faults).length === 0) tellFailed(failure)
    }
  }
  const { address } = customer
  const field = (name: string, value: string | null, label: string) => (
    <TextInput
      name={name}
      label={label}
      defaultValue={value ?? ''}
      error={errors[name] ?? errors[`address.${name}`]}
    />
  )
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {field('name', customer.name, words.name)}
          {field('contact_name', customer.contact_name, words.contact)}
          {field('email', customer.email, words.email)}
          {field('tax_id', customer.tax_id, words.taxId)}
          {field('line1', address.line1, words.street)}
          {field('postal_code', address.postal_code, words.postalCode)}
          {field('city', address.city, words.city)}
          <NativeSelect
            name="country_code"
            label={words.country}
            defaultValue={address.country_code ?? ''}
            data={countryChoices(language)}
            error={errors['address.country_code']}
          />
        </SimpleGrid>
        <FormButtons submit={words.save} isBusy={isBusy} />
      </Stack>
    </form>
  )
}

function countryChoices(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const choices = [...COUNTRIES].map((code) => ({ value: code, label: names.of(code) ?? code }))
  const sorted = choices.sort((a, b) => a.label.localeCompare(b.label, language))
  return [{ value: '', label: '' }, ...sorted]
}
