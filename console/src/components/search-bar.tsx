import { Group, SegmentedControl } from '@mantine/core'
import { FindField } from './find-field.tsx'

interface Props {
  readonly label: string
  readonly q: string
  /** Active or archived entries. */
  readonly choice: {
    readonly label: string
    readonly usual: string
    readonly others: string
    readonly isOther: boolean
  }
  readonly onChange: (q: string, isOther: boolean) => void
}

/** The search field and the choice between active and archived entries. */
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
