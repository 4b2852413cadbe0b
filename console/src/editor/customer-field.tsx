import { Anchor, Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClipboardEvent, useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { dotted } from '../components/dotted.ts'
import { type Letterhead, letterheadOf } from '../components/letterhead.ts'
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

/** Selects a customer by name, or creates one, also from a pasted address or `Name <address>`. */
export function CustomerField({ customer, error, onChoose }: Props) {
  const words = useWords().editor
  const { shell } = useWords()
  const queries = useQueryClient()
  const [text, setText] = useState(customer?.name ?? '')
  const { send, isBusy } = useSend()
  const [isOpen, details] = useDisclosure()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const [pasted, setPasted] = useState<Letterhead | null>(null)
  const given = givenBy(text, pasted)
  const typed = given.name ?? ''
  const { found, isCurrent } = useFound(typed, text !== customer?.name)
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
        const { companyAddress: own } = await queries.ensureQueryData(settingsQuery)
        const body = bodyOf(given, own.countryCode)
        const made = await changes.createCustomer({ body })
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
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const found = pastedIn(event.clipboardData.getData('text'))
    if (found?.name === undefined) return
    event.preventDefault()
    setPasted(found)
    setText(found.name)
    box.openDropdown()
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
            onPaste={paste}
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
              <Combobox.Option value={NEW}>
                <Text size="sm">{words.createCustomer(typed)}</Text>
                <Text size="xs" c="dimmed">
                  {shownOf(given)}
                </Text>
              </Combobox.Option>
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

const MAILBOX = /<[^\s<>]+@[^\s<>]+>/

/** An address of several lines or with a mailbox; another text is pasted as it is. */
const pastedIn = (text: string): Letterhead | null =>
  MAILBOX.test(text) || text.trim().includes('\n') ? letterheadOf(text) : null

/** What is known of the customer whose name is in the field. */
function givenBy(text: string, pasted: Letterhead | null): Letterhead {
  if (MAILBOX.test(text)) return letterheadOf(text)
  return pasted?.name === text ? pasted : { name: text.trim() }
}

const shownOf = ({ contact, line1, postalCode, city, email }: Letterhead): string =>
  dotted([contact, line1, [postalCode, city].filter(Boolean).join(' '), email])

/** Most customers are in our country. */
const bodyOf = (given: Letterhead, ownCountry: string | null) => ({
  name: given.name ?? '',
  contact_name: given.contact ?? null,
  email: given.email ?? null,
  tax_id: given.taxId ?? null,
  address: {
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    postal_code: given.postalCode ?? null,
    city: given.city ?? null,
    region: given.region ?? null,
    country_code: given.countryCode ?? ownCountry,
  },
})

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
