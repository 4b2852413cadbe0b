import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { dotted } from '../components/dotted.ts'
import { PRODUCTS_KEY, type Product } from '../products/queries.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

const TYPING_MS = 120
const SHOWN_MAX = 8

interface Props {
  readonly 'aria-label': string
  readonly 'data-line': string
  readonly 'data-column': string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onChoose: (product: Product) => void
}

/** The description of an item, with product suggestions. */
export function DescriptionField({ onChange, onChoose, ...input }: Props) {
  const words = useWords().products
  const format = useFormat()
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() })
  const [isTyped, setTyped] = useState(false)
  const found = useSuggestions(input.value, isTyped)
  const isShown = box.dropdownOpened && found.length > 0
  const choose = (id: string) => {
    const product = found.find((it) => it.id === id)
    box.closeDropdown()
    setTyped(false)
    if (product) onChoose(product)
  }
  // Enter takes a suggestion only if an arrow key has selected it.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isShown || event.altKey || event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'ArrowDown') box.selectNextOption()
    else if (key === 'ArrowUp') box.selectPreviousOption()
    else if (key === 'Escape') box.closeDropdown()
    else if (key === 'Enter' && box.getSelectedOptionIndex() >= 0) box.clickSelectedOption()
    else return
    event.preventDefault()
  }
  return (
    <Combobox
      store={box}
      onOptionSubmit={choose}
      position="bottom-start"
      width={360}
      keepMounted={false}
    >
      <Combobox.Target withKeyboardNavigation={false}>
        <TextInput
          {...input}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => {
            onChange(event)
            setTyped(true)
            // Looks for the option in the whole page.
            if (box.getSelectedOptionIndex() >= 0) box.resetSelectedOption()
            box.openDropdown()
          }}
          onKeyDown={onKeyDown}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isShown}>
        <Combobox.Options aria-label={words.title}>
          {found.map(({ id, name, item_number: number, prices: [price] }) => (
            <Combobox.Option key={id} value={id}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <Text size="sm" truncate>
                  {name}
                </Text>
                <Text size="xs" className="nowrap">
                  {dotted([number, price && format.price(price.unit_price, price.currency)])}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useSuggestions(text: string, isWanted: boolean): readonly Product[] {
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const isEnabled = isWanted && q !== '' && q.length <= 200
  const { data } = useQuery({
    queryKey: [PRODUCTS_KEY, 'find', q],
    queryFn: ({ signal }) =>
      api.listProducts({ query: { q, archived: false, limit: SHOWN_MAX }, signal }),
    placeholderData: (before) => before,
    enabled: isEnabled,
  })
  return isEnabled ? (data?.data ?? []) : []
}
