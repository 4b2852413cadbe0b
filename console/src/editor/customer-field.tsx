import { Anchor, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { dotted } from '../components/dotted.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { useSend } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { CustomerDetails } from './customer-details.tsx'
import type { Customer, Form } from './form.ts'

const TYPING_MS = 150
const SHOWN_MAX = 8
const NEW = 'new'

interface Props {
  readonly customer: Form['customer']
  readonly error: string | undefined
  readonly onChoose: (customer: Customer) => void
}

/** Selects a customer by name, or creates one. */
export function CustomerField({ customer, error, onChoose }: Props) {
  const words = useWords().editor
  const { shell } = useWords()
  const queries = useQueryClient()
  const [text, setText] = useState(customer?.name ?? '')
  const { send, isBusy } = useSend()
  const [isOpen, details] = useDisclosure()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const { found, isCurrent } = useFound(text, text !== customer?.name)
  const typed = text.trim()
  const isKnown = found.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const canCreate = isCurrent && typed !== '' && !isKnown && typed !== customer?.name

  // Follows another customer, e.g. from an accepted version. Not in an effect, which would run
  // after the first key of a fast typist.
  const [shown, setShown] = useState(customer?.name)
  if (shown !== customer?.name) {
    setShown(customer?.name)
    setText(customer?.name ?? '')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the first that is offered.
  useEffect(() => {
    box.selectFirstOption()
  }, [found, canCreate])

  const take = (chosen: Customer) => {
    setText(chosen.name)
    box.closeDropdown()
    onChoose(chosen)
  }
  const create = async () => {
    try {
      await send(async (changes) => {
        const made = await changes.createCustomer({ body: { name: typed } })
        await queries.invalidateQueries({ queryKey: ['customers'] })
        take(made)
        tellDone(words.customerCreated(made.name))
      })
    } catch (failure) {
      tellFailed(failure)
    }
  }
  const submit = (value: string) => {
    const chosen = found.find(({ id }) => id === value)
    if (chosen) take(chosen)
    else if (value === NEW) void create()
  }
  return (
    <div>
      <Combobox store={box} onOptionSubmit={submit}>
        <Combobox.Target>
          <TextInput
            label={words.customer}
            placeholder={words.customerHint}
            value={text}
            error={error}
            maxLength={200}
            data-autofocus
            autoFocus={customer === null}
            autoComplete="off"
            rightSection={isBusy ? <Loader size={16} /> : null}
            onChange={(event) => {
              setText(event.currentTarget.value)
              box.openDropdown()
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => box.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!canCreate && found.length === 0}>
          <Combobox.Options aria-label={shell.customers}>
            {found.map((it) => (
              <Combobox.Option key={it.id} value={it.id}>
                <Text size="sm">{it.name}</Text>
                <Text size="xs" c="dimmed">
                  {dotted([it.address.city, it.email])}
                </Text>
              </Combobox.Option>
            ))}
            {canCreate && (
              <Combobox.Option value={NEW}>{words.createCustomer(typed)}</Combobox.Option>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {customer && (
        <Anchor component="button" type="button" size="xs" py={4} onClick={details.open}>
          {words.customerDetails}
        </Anchor>
      )}
      {customer && isOpen && (
        <CustomerDetails id={customer.id} onClose={details.close} onSaved={onChoose} />
      )}
    </div>
  )
}

/** The matching customers, once they match the current text. */
function useFound(text: string, isWanted: boolean) {
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['customers', 'find', q],
    queryFn: ({ signal }) =>
      api.listCustomers({
        query: { archived: false, limit: SHOWN_MAX, sort: 'name', ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: (before) => before,
    enabled: isWanted,
  })
  return {
    found: isWanted ? (data?.data ?? []) : [],
    isCurrent: data !== undefined && !isPlaceholderData && q === text.trim(),
  }
}
