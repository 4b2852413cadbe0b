import { ColorInput, ColorSwatch, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../templates/queries.ts'
import { Thumbnail } from '../templates/thumbnail.tsx'
import { useWords } from '../words/language.ts'
import { CardsField } from './cards.tsx'
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

/** With more templates than this, a select replaces the cards. */
const CARDS_MAX = 6

/** Faces on screen that resemble the printed ones. The preview shows the printed ones. */
const SAMPLES: Readonly<Record<string, string>> = {
  template: 'inherit',
  instrument_sans: 'var(--font)',
  source_serif: '"Source Serif 4", Georgia, "Noto Serif", serif',
  noto_sans: '"Noto Sans", system-ui, sans-serif',
}

/** Template, logo and color of documents. */
export function LookSection() {
  const { data: templates } = useQuery(templatesQuery)
  const words = useWords().choices
  const choices = (templates ?? []).map(({ id, name }) => ({
    value: id,
    label: name,
    picture: (
      <div className="choice-sheet">
        <Thumbnail id={id} name={name} />
      </div>
    ),
  }))
  const faces = toChoices(words.typeface).map((it) => ({
    ...it,
    picture: (
      <div className="choice-sample" style={{ fontFamily: SAMPLES[it.value] }} aria-hidden>
        {it.value === 'template' ? '–' : 'Ag 641'}
      </div>
    ),
  }))
  return (
    <Stack gap="lg">
      {choices.length > CARDS_MAX ? (
        <ChoiceField name="templateId" choices={choices} />
      ) : (
        <CardsField name="templateId" choices={choices} />
      )}
      <CardsField name="typeface" choices={faces} />
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
  const chosen = String(draft.accentColor)
  return (
    <Stack gap="xs">
      <ColorInput
        id="accentColor"
        label={label}
        description={hint}
        error={errors.accentColor}
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': label }}
        maw={280}
        value={chosen}
        onChange={(value) => set('accentColor', value)}
      />
      <Group gap="xs">
        {SWATCHES.map((color) => (
          <ColorSwatch
            key={color}
            component="button"
            type="button"
            className="swatch"
            size={28}
            color={color}
            aria-label={color}
            aria-pressed={color === chosen.toLowerCase()}
            onClick={() => set('accentColor', color)}
          />
        ))}
      </Group>
    </Stack>
  )
}
