import { Group, SegmentedControl } from '@mantine/core'
import { FindField } from './find-field.tsx'

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
  return (
    <Group gap="sm">
      <FindField
        label={label}
        q={q}
        onFind={(text) => onChange(text, choice.isOther)}
        flex={{ base: '1 1 100%', sm: '1 1 380px' }}
        maw={{ sm: 480 }}
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
