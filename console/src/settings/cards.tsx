import { Radio, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFieldWords } from './field-words.ts'
import type { FieldName } from './fields.ts'
import { useSettingsForm } from './use-settings-form.ts'
import './cards.css'

interface Props {
  readonly name: FieldName
  readonly choices: readonly {
    readonly value: string
    readonly label: string
    readonly picture: ReactNode
  }[]
  /** Whether each picture is a sheet, which needs no box around it. */
  readonly isPaper?: boolean
}

/** A choice of a few looks, each with its picture. */
export function CardsField({ name, choices, isPaper = false }: Props) {
  const { draft, errors, set } = useSettingsForm()
  const { label, hint }: { readonly label: string; readonly hint?: string } = useFieldWords()[name]
  return (
    <Radio.Group
      id={name}
      label={label}
      description={hint}
      error={errors[name]}
      value={String(draft[name])}
      onChange={(value) => set(name, value)}
    >
      <SimpleGrid
        cols={{ base: choices.length === 3 ? 3 : 2, xs: Math.min(choices.length, 4) }}
        spacing="sm"
        className="choice-cards"
      >
        {choices.map(({ value, label: text, picture }) => (
          <Radio.Card
            key={value}
            value={value}
            className={isPaper ? 'choice-card choice-paper' : 'choice-card'}
          >
            {picture}
            <Text size="xs" mt={6}>
              {text}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
