import { EVENT_TYPES, type ResourceType, resourceTypeOf } from '@billwright/rules/events'
import { Checkbox, Fieldset, Input, SimpleGrid, Stack } from '@mantine/core'
import { useWords } from '../words/language.ts'

const RESOURCES: readonly ResourceType[] = [...new Set(EVENT_TYPES.map(resourceTypeOf))]
export const EVERYTHING = '*'

interface Props {
  readonly value: readonly string[]
  readonly error?: string | undefined
  readonly onChange: (value: string[]) => void
}

/** The events to send: all, all of a resource, or single types. */
export function EventTypes({ value, error, onChange }: Props) {
  const words = useWords().webhooks
  const isAll = value.includes(EVERYTHING)
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? withType(value, name) : value.filter((it) => it !== name))
  return (
    <Input.Wrapper
      component="fieldset"
      label={words.events}
      labelElement="div"
      error={error}
      p={0}
      bd={0}
      m={0}
    >
      <Stack gap="sm" mt={6}>
        <Checkbox
          label={words.everything}
          description={words.everythingHint}
          checked={isAll}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [EVERYTHING] : [])}
        />
        {!isAll &&
          RESOURCES.map((resource) => (
            <ResourceTypes key={resource} resource={resource} value={value} onToggle={toggle} />
          ))}
      </Stack>
    </Input.Wrapper>
  )
}

interface ResourceProps {
  readonly resource: ResourceType
  readonly value: readonly string[]
  readonly onToggle: (name: string, isOn: boolean) => void
}

function ResourceTypes({ resource, value, onToggle }: ResourceProps) {
  const words = useWords().webhooks
  const all = `${resource}.*`
  const isAll = value.includes(all)
  const types = EVENT_TYPES.filter((type) => resourceTypeOf(type) === resource)
  return (
    <Fieldset legend={words.resources[resource]} p="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
        {[all, ...types].map((name) => (
          <Checkbox
            key={name}
            label={name}
            checked={value.includes(name) || isAll}
            disabled={isAll && name !== all}
            onChange={({ currentTarget }) => onToggle(name, currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

/** Selecting all events of a resource removes its single types. */
const withType = (value: readonly string[], name: string): string[] => [
  ...value.filter((it) => !(name.endsWith('.*') && it.startsWith(name.slice(0, -1)))),
  name,
]
