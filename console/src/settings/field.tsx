import { Checkbox, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { HTMLInputTypeAttribute } from 'react'
import { type Choice, withChosen } from '../components/choices.ts'
import { fromList, toList } from '../components/draft.ts'
import { useWords } from '../words/language.ts'
import { useFieldWords } from './field-words.ts'
import type { FieldName } from './fields.ts'
import { useSettingsForm } from './use-settings-form.ts'

interface FieldWords {
  readonly label: string
  /** A description, if the label is not enough. */
  readonly hint?: string
}

interface Props {
  readonly name: FieldName
  readonly type?: HTMLInputTypeAttribute
  readonly autoComplete?: string
  readonly maxLength?: number
  readonly inputMode?: 'decimal' | 'numeric' | 'url'
  /** Its label says that it may stay empty. */
  readonly isOptional?: boolean
  /** Handles further effects of a change. */
  readonly onTyped?: (value: string) => void
}

/** One line of text. */
export function TextField({ name, onTyped, isOptional = false, ...input }: Props) {
  const { value, set, label, ...common } = useField(name)
  const words = useWords().settings
  return (
    <TextInput
      {...common}
      {...input}
      label={isOptional ? words.optional(label) : label}
      value={value}
      onChange={({ currentTarget: { value } }) => {
        set(value)
        onTyped?.(value)
      }}
    />
  )
}

export function AreaField({
  name,
  rows = 3,
}: {
  readonly name: FieldName
  readonly rows?: number
}) {
  const { value, set, ...common } = useField(name)
  return (
    <Textarea
      {...common}
      autosize
      minRows={rows}
      maxRows={14}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

interface ChoiceProps {
  readonly name: FieldName
  readonly choices: readonly Choice[]
  /** The placeholder. It also makes an empty value a valid choice. */
  readonly none?: string
  /** Handles further effects of a change. */
  readonly onChosen?: (value: string) => void
}

/** A select with search. */
export function ChoiceField({ name, choices, none, onChosen }: ChoiceProps) {
  const { value, set, ...common } = useField(name)
  return (
    <Select
      {...common}
      searchable={choices.length > 8}
      data={withChosen(choices, value)}
      value={value === '' ? null : value}
      allowDeselect={none !== undefined}
      clearable={none !== undefined}
      onChange={(chosen) => {
        set(chosen ?? '')
        onChosen?.(chosen ?? '')
      }}
      comboboxProps={{ withinPortal: true }}
      {...(none !== undefined && { placeholder: none })}
    />
  )
}

interface SeveralProps {
  readonly name: FieldName
  readonly choices: readonly Choice[]
}

/** Several of a few options. */
export function SeveralField({ name, choices }: SeveralProps) {
  const { value, set, name: _, ...common } = useField(name)
  return (
    <Checkbox.Group {...common} value={[...toList(value)]} onChange={(all) => set(fromList(all))}>
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

export function SwitchField({ name }: { readonly name: FieldName }) {
  const { draft, set, errors } = useSettingsForm()
  const { label, hint }: FieldWords = useFieldWords()[name]
  return (
    <Switch
      id={name}
      label={label}
      description={hint}
      error={errors[name]}
      checked={draft[name] === true}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  )
}

/** Of a list typed as one text, the first fault of its entries. */
const faultOf = (errors: Readonly<Record<string, string>>, name: string) =>
  errors[name] ?? Object.entries(errors).find(([place]) => place.startsWith(`${name}.`))?.[1]

function useField(name: FieldName) {
  const { draft, errors, set } = useSettingsForm()
  const { label, hint }: FieldWords = useFieldWords()[name]
  return {
    id: name,
    name,
    label,
    description: hint,
    error: faultOf(errors, name),
    value: String(draft[name]),
    set: (value: string) => set(name, value),
  }
}
