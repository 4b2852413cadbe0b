import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from './icons.ts'

const TYPING_MS = 250

interface Props {
  readonly label: string
  readonly q: string
  /** The usual entries of a list, or the others. */
  readonly choice: {
    readonly label: string
    readonly usual: string
    readonly others: string
    readonly isOther: boolean
  }
  readonly onChange: (q: string, isOther: boolean) => void
}

/** Text to find in a list, and which of its two halves is shown. */
export function SearchBar({ label, q, choice, onChange }: Props) {
  const find = useDebouncedCallback(
    (text: string) => onChange(text.trim(), choice.isOther),
    TYPING_MS,
  )
  return (
    <Group gap="sm">
      <TextInput
        key={q === '' ? 'empty' : 'filled'}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        defaultValue={q}
        maxLength={200}
        onChange={(event) => find(event.currentTarget.value)}
        miw={{ base: '100%', sm: 340 }}
      />
      <SegmentedControl
        aria-label={choice.label}
        data={[
          { value: 'usual', label: choice.usual },
          { value: 'others', label: choice.others },
        ]}
        value={choice.isOther ? 'others' : 'usual'}
        onChange={(chosen) => onChange(q, chosen === 'others')}
      />
    </Group>
  )
}
