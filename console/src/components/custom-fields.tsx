import { ActionIcon, Group, Stack, TextInput } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { AddButton } from './add-button.tsx'
import { IconTrash } from './icons.ts'

export interface CustomField {
  readonly label: string
  readonly value: string
}

interface Props {
  readonly fields: readonly CustomField[]
  readonly onChange: (fields: readonly CustomField[]) => void
  /** By the pointer below the list: `0/label`. */
  readonly faultAt: (place: string) => string | undefined
}

const FIELDS_MAX = 8

/** Custom fields, each with a label. */
export function CustomFields({ fields, onChange, faultAt }: Props) {
  const words = useWords().customFields
  const input = (index: number, name: keyof CustomField, maxLength: number) => ({
    'aria-label': words.of(words[name], index + 1),
    placeholder: words[name],
    value: fields[index]?.[name] ?? '',
    error: faultAt(`${index}/${name}`),
    maxLength,
    style: { flex: 1 },
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget
      onChange(fields.map((it, at) => (at === index ? { ...it, [name]: value } : it)))
    },
  })
  return (
    <Stack gap="xs" pt="xs">
      {fields.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: fields have no id.
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <TextInput {...input(index, 'label', 40)} />
          <TextInput {...input(index, 'value', 140)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={words.delete(index + 1)}
            onClick={() => onChange(fields.filter((_, at) => at !== index))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {fields.length < FIELDS_MAX && (
        <AddButton
          label={words.add}
          onClick={() => onChange([...fields, { label: '', value: '' }])}
        />
      )}
    </Stack>
  )
}
