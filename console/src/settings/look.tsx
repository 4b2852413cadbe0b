import { ColorInput, ColorSwatch, Group, Input, Stack } from '@mantine/core'
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

const SWATCHES = ['#34406f', '#1f5f5b', '#a9432a', '#7a3e6b', '#8a6414', '#1b1d1c']

/** With more templates than this, a select replaces the cards. */
const CARDS_MAX = 6

/** The printed faces. */
const SAMPLES: Readonly<Record<string, string>> = {
  instrument_sans: 'var(--font)',
  source_serif: '"Source Serif Four", serif',
  noto_sans: '"Noto Sans", sans-serif',
}

/** The faces of the built-in templates. */
const FACES: Readonly<Record<string, string>> = {
  'minimalist-clean': 'instrument_sans',
  'professional-modern': 'source_serif',
  compact: 'noto_sans',
}

/** Template, logo and color of documents. */
export function LookSection() {
  const { data: templates } = useQuery(templatesQuery)
  const { draft } = useSettingsForm()
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
  const faces = toChoices(words.typeface).map((it) => {
    const face = it.value === 'template' ? FACES[String(draft.templateId)] : it.value
    return {
      ...it,
      picture: (
        <div className="choice-sample" style={{ fontFamily: SAMPLES[face ?? ''] }} aria-hidden>
          {face === undefined ? '–' : 'Ag 641'}
        </div>
      ),
    }
  })
  return (
    <Stack gap="lg">
      {choices.length > CARDS_MAX ? (
        <ChoiceField name="templateId" choices={choices} />
      ) : (
        <CardsField name="templateId" choices={choices} isPaper />
      )}
      <CardsField name="typeface" choices={faces} />
      <LogoField />
      {draft.logo !== '' && (
        <Group>
          <ChoiceField name="letterhead.logoSize" choices={toChoices(words.logoSize)} />
          <ChoiceField name="letterhead.logoPlace" choices={toChoices(words.logoPlace)} />
        </Group>
      )}
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
    <Input.Wrapper id="accentColor" label={label} description={hint} error={errors.accentColor}>
      <Group gap="xs" my={4}>
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
        <ColorInput
          id="accentColor"
          format="hex"
          withEyeDropper={false}
          w={128}
          value={chosen}
          onChange={(value) => set('accentColor', value)}
        />
      </Group>
    </Input.Wrapper>
  )
}
