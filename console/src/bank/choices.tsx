import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withOne } from '../components/choices.ts'
import { dotted } from '../components/dotted.ts'
import { useFormat } from '../words/format.ts'
import { type OpenInvoice, openInvoicesQuery } from './queries.ts'
import { useBankWords } from './words.ts'

const TYPING_MS = 150

interface InvoiceProps extends Pick<SelectProps, 'flex'> {
  readonly chosen: OpenInvoice | null
  readonly currency: string
  readonly error?: string | undefined
  readonly onChoose: (invoice: OpenInvoice | null) => void
}

/** An open invoice, found by number or customer. */
export function InvoiceChoice({ chosen, currency, error, onChoose, flex }: InvoiceProps) {
  const words = useBankWords().hand
  const format = useFormat()
  const [text, setText] = useState('')
  // A chosen one stays in the field; its label is no search.
  const [q] = useDebouncedValue(chosen === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(openInvoicesQuery(q, currency))
  const found = withOne(data?.data ?? [], chosen)
  return (
    <Select
      label={words.invoice}
      placeholder={words.find}
      searchable
      flex={flex}
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
