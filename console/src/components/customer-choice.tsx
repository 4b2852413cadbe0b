import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { withOne } from './choices.ts'

const TYPING_MS = 150

export interface Named {
  readonly id: string
  readonly name: string
}

interface Props extends Pick<SelectProps, 'flex'> {
  readonly label?: string
  readonly chosen: Named | null
  readonly error?: string | undefined
  readonly onChoose: (customer: Named | null) => void
}

/** A customer, found by name. */
export function CustomerChoice({ label, chosen, error, onChoose, flex }: Props) {
  const words = useWords().customerChoice
  const [text, setText] = useState('')
  // A chosen one stays in the field; its label is no search.
  const [q] = useDebouncedValue(chosen === null ? text.trim() : '', TYPING_MS)
  const { data } = useQuery(someCustomersQuery(q))
  const found = withOne<Named>(data?.data ?? [], chosen)
  return (
    <Select
      label={label ?? words.label}
      searchable
      clearable={label !== undefined}
      flex={flex}
      data={found.map((it) => ({ value: it.id, label: it.name }))}
      filter={({ options }) => [...options]}
      nothingFoundMessage={words.none}
      value={chosen?.id ?? null}
      error={error}
      onChange={(id) => onChoose(found.find((it) => it.id === id) ?? null)}
      onSearchChange={setText}
    />
  )
}

/** The customer of a rule; null: it is for all. */
export const ruleCustomerQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['customers', 'of a rule', id],
    queryFn: ({ signal }) => api.getCustomer({ path: { id: id ?? '' }, signal }),
    enabled: id !== null,
  })

const someCustomersQuery = (q: string) =>
  queryOptions({
    queryKey: ['customers', 'some', q],
    queryFn: ({ signal }) =>
      api.listCustomers({ query: { sort: 'name', limit: 20, ...(q !== '' && { q }) }, signal }),
    placeholderData: (before) => before,
  })
