import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dotted } from '../components/dotted.ts'
import { useFormat } from '../words/format.ts'
import { type OpenInvoice, openInvoicesQuery, someCustomersQuery } from './queries.ts'
import { useBankWords } from './words.ts'

const TYPING_MS = 150

export interface Named {
  readonly id: string
  readonly name: string
}

interface InvoiceProps {
  readonly chosen: OpenInvoice | null
  readonly currency: string
  readonly error?: string | undefined
  readonly onChoose: (invoice: OpenInvoice | null) => void
}

/** An open invoice, found by number or customer. */
export function InvoiceChoice({ chosen, currency, error, onChoose }: InvoiceProps) {
  const words = useBankWords().hand
  const format = useFormat()
  const [text, setText] = useState('')
  // A chosen one stays in the field; its label is no search.
  const [q] = useDebouncedValue(chosen === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(openInvoicesQuery(q, currency))
  const found = withChosen(data?.data ?? [], chosen)
  return (
    <Select
      label={words.invoice}
      placeholder={words.find}
      searchable
      flex="1 1 260px"
      data={found.map((it) => ({
        value: it.id,
        label: dotted([it.number, it.customer_name, format.money(it.due, it.currency)]),
      }))}
      filter={({ options }) => [...options]}
      nothingFoundMessage={words.none}
      value={chosen?.id ?? null}
      error={error}
      onChange={(id) => onChoose(found.find((it) => it.id === id) ?? null)}
      onSearchChange={setText}
    />
  )
}

interface CustomerProps {
  readonly chosen: Named | null
  readonly error?: string | undefined
  readonly onChoose: (customer: Named | null) => void
}

export function CustomerChoice({ chosen, error, onChoose }: CustomerProps) {
  const words = useBankWords().hand
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(chosen === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(someCustomersQuery(q))
  const found = withChosen<Named>(data?.data ?? [], chosen)
  return (
    <Select
      label={words.customer}
      searchable
      flex="1 1 260px"
      data={found.map((it) => ({ value: it.id, label: it.name }))}
      filter={({ options }) => [...options]}
      nothingFoundMessage={words.noCustomer}
      value={chosen?.id ?? null}
      error={error}
      onChange={(id) => onChoose(found.find((it) => it.id === id) ?? null)}
      onSearchChange={setText}
    />
  )
}

/** It stays in the list while something else is searched. */
const withChosen = <T extends { readonly id: string }>(
  found: readonly T[],
  chosen: T | null,
): readonly T[] =>
  chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
