import { ActionIcon, Group, Stack, TextInput } from '@mantine/core'
import { AddButton } from '../components/add-button.tsx'
import { IconTrash } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { useSettingsForm } from './use-settings-form.ts'

interface TaxNumber {
  readonly label: string
  readonly id: string
}

const NUMBERS_MAX = 3

/** Further registrations, such as GST and QST; nothing but a button for the many with none. */
export function TaxNumbers() {
  const words = useWords().settings.taxNumber
  const { draft, errors, set } = useSettingsForm()
  const numbers: readonly TaxNumber[] = JSON.parse(String(draft.taxNumbers))
  const store = (changed: readonly TaxNumber[]) => set('taxNumbers', JSON.stringify(changed))
  const field = (number: TaxNumber, index: number, name: keyof TaxNumber) => ({
    label: words[name],
    value: number[name],
    error: errors[`taxNumbers.${index}.${name}`],
    style: { flex: name === 'id' ? 2 : 1 },
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      store(numbers.toSpliced(index, 1, { ...number, [name]: event.currentTarget.value })),
  })
  return (
    <Stack gap="xs" id="taxNumbers">
      {numbers.map((number, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: registrations have no id.
        <Group key={index} gap="xs" align="start" wrap="nowrap">
          <TextInput {...field(number, index, 'label')} maxLength={20} />
          <TextInput {...field(number, index, 'id')} maxLength={50} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            mt={26}
            aria-label={words.delete(number.label)}
            onClick={() => store(numbers.toSpliced(index, 1))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {numbers.length < NUMBERS_MAX && (
        <Group>
          <AddButton label={words.add} onClick={() => store([...numbers, { label: '', id: '' }])} />
        </Group>
      )}
    </Stack>
  )
}
