import { ColorInput, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../templates/queries.ts'
import { useWords } from '../words/language.ts'
import { toChoices } from './choices.ts'
import { ChoiceField, SwitchField } from './field.tsx'
import { useFieldWords } from './field-words.ts'
import { LogoField } from './logo.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const SWATCHES = [
  '#1f5f5b',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
  '#b91c1c',
  '#b45309',
  '#15803d',
  '#334155',
]

/** Template, logo and color of documents. */
export function LookSection() {
  const { data: templates } = useQuery(templatesQuery)
  const words = useWords().choices
  const choices = (templates ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Stack>
      <ChoiceField name="templateId" choices={choices} />
      <ChoiceField name="typeface" choices={toChoices(words.typeface)} />
      <LogoField />
      <Group>
        <ChoiceField name="letterhead.logoSize" choices={toChoices(words.logoSize)} />
        <ChoiceField name="letterhead.logoPlace" choices={toChoices(words.logoPlace)} />
      </Group>
      <AccentField />
      <SwitchField name="greeting" />
      <ChoiceField name="addressWindow" choices={toChoices(words.addressWindow)} />
    </Stack>
  )
}

function AccentField() {
  const { draft, errors, set } = useSettingsForm()
  const { label, hint } = useFieldWords().accentColor
  return (
    <ColorInput
      id="accentColor"
      label={label}
      description={hint}
      error={errors.accentColor}
      format="hex"
      swatches={SWATCHES}
      swatchesPerRow={8}
      eyeDropperButtonProps={{ 'aria-label': label }}
      value={String(draft.accentColor)}
      onChange={(value) => set('accentColor', value)}
    />
  )
}
