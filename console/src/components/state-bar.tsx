import { Box, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from './icons.ts'

const TYPING_MS = 250

interface Props<State extends string> {
  readonly label: string
  readonly q: string
  readonly states: {
    readonly label: string
    readonly all: string
    readonly of: readonly State[]
    readonly words: Readonly<Record<State, string>>
  }
  /** Undefined: all. */
  readonly state: State | undefined
  readonly onChange: (q: string, state: State | undefined) => void
}

/** Text to find in a list, and in which state its entries are. */
export function StateBar<State extends string>({
  label,
  q,
  states,
  state,
  onChange,
}: Props<State>) {
  const find = useDebouncedCallback((text: string) => onChange(text.trim(), state), TYPING_MS)
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
        miw={{ base: '100%', sm: 320 }}
      />
      <Box className="states" maw="100%" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={states.label}
          data={[
            { value: 'all', label: states.all },
            ...states.of.map((value) => ({ value, label: states.words[value] })),
          ]}
          value={state ?? 'all'}
          onChange={(chosen) =>
            onChange(
              q,
              states.of.find((it) => it === chosen),
            )
          }
        />
      </Box>
    </Group>
  )
}
