import { Box, Group, SegmentedControl } from '@mantine/core'
import { FindField } from './find-field.tsx'

interface Props<State extends string> {
  readonly label: string
  readonly q: string
  readonly states: {
    readonly label: string
    readonly all: string
    readonly of: readonly State[]
    readonly words: Readonly<Record<State, string>>
  }
  /** Undefined: all states. */
  readonly state: State | undefined
  readonly onChange: (q: string, state: State | undefined) => void
}

/** The search field and the state filter. */
export function StateBar<State extends string>({
  label,
  q,
  states,
  state,
  onChange,
}: Props<State>) {
  return (
    <Group gap="sm" miw={0} maw="100%">
      <FindField
        label={label}
        q={q}
        onFind={(text) => onChange(text, state)}
        flex={{ base: '1 1 180px', sm: '1 1 320px' }}
        miw={{ base: 0, sm: 320 }}
        maw={{ lg: 420 }}
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
