import { TAXED_CATEGORIES, type TaxCategory } from '@billwright/money'
import {
  ActionIcon,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { Settings } from '../api/queries.ts'
import { AddButton } from '../components/add-button.tsx'
import { DayField } from '../components/date-field.tsx'
import { IconTrash } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import { toChoices } from './choices.ts'
import { useSettingsForm } from './use-settings-form.ts'

type Preset = Settings['taxPresets'][number]
type Rate = Preset['rates'][number]

const BLANK: Preset = {
  key: '',
  name: '',
  category: 'S',
  reason: null,
  reason_code: null,
  label: null,
  second: null,
  rates: [{ from: null, rate: '' }],
}

/** The tax presets with their dated rates. */
export function TaxPresets() {
  const words = useWords().settings
  const { draft, set } = useSettingsForm()
  const presets: readonly Preset[] = JSON.parse(String(draft.taxPresets))
  const store = (changed: readonly Preset[]) => set('taxPresets', JSON.stringify(changed))
  return (
    <Stack gap="sm" id="taxPresets">
      <Text size="sm" c="dimmed">
        {words.presetsText}
      </Text>
      {presets.map((preset, index) => (
        <PresetFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the key of a preset is typed here.
          key={index}
          preset={preset}
          place={`taxPresets.${index}`}
          onChange={(changed) => store(presets.toSpliced(index, 1, changed))}
          onDelete={() => store(presets.toSpliced(index, 1))}
        />
      ))}
      <AddButton label={words.preset.add} onClick={() => store([...presets, BLANK])} />
    </Stack>
  )
}

interface PresetProps {
  readonly preset: Preset
  /** The path of the preset: `taxPresets.0`. */
  readonly place: string
  readonly onChange: (preset: Preset) => void
  readonly onDelete: () => void
}

function PresetFields({ preset, place, onChange, onDelete }: PresetProps) {
  const { settings, choices } = useWords()
  const words = settings.preset
  const { errors } = useSettingsForm()
  const { rates } = preset
  const isTaxed = TAXED_CATEGORIES.has(preset.category as TaxCategory)
  const text = (name: 'name' | 'key' | 'reason' | 'label') => ({
    label: words[name],
    value: preset[name] ?? '',
    error: errors[`${place}.${name}`],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...preset, [name]: event.currentTarget.value }),
  })
  const rename = (name: string) => {
    // The key follows the name until a person types one.
    const follows = preset.key === keyOf(preset.name)
    onChange({ ...preset, name, ...(follows && { key: keyOf(name) }) })
  }
  return (
    <Paper p="sm" m={0} component="fieldset">
      <Stack gap="xs">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <TextInput
            {...text('name')}
            maxLength={60}
            onChange={(event) => rename(event.currentTarget.value)}
          />
          <TextInput {...text('key')} maxLength={40} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <NativeSelect
            label={words.category}
            value={preset.category}
            error={errors[`${place}.category`]}
            data={toChoices(choices.tax)}
            onChange={(event) => onChange(withCategory(preset, event.currentTarget.value))}
          />
          <TextInput {...text('label')} title={words.labelHint} maxLength={12} />
        </SimpleGrid>
        {!isTaxed && <TextInput {...text('reason')} maxLength={500} />}
        {isTaxed &&
          rates.map((rate, index) => (
            <RateFields
              // biome-ignore lint/suspicious/noArrayIndexKey: rates have no id.
              key={index}
              rate={rate}
              errorAt={(name) => errors[`${place}.rates.${index}.${name}`]}
              onChange={(changed) =>
                onChange({ ...preset, rates: rates.toSpliced(index, 1, changed) })
              }
              onDelete={() => onChange({ ...preset, rates: rates.toSpliced(index, 1) })}
            />
          ))}
        {preset.second && (
          <SecondFields
            second={preset.second}
            errorAt={(name) => errors[`${place}.second.${name}`] ?? errors[`${place}.second`]}
            onChange={(second) => onChange({ ...preset, second })}
            onDelete={() => onChange({ ...preset, second: null })}
          />
        )}
        {errors[`${place}.rates`] !== undefined && (
          <Text size="xs" c="red" role="alert">
            {errors[`${place}.rates`]}
          </Text>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            {isTaxed && (
              <AddButton
                label={words.addRate}
                onClick={() => onChange({ ...preset, rates: [...rates, { from: null, rate: '' }] })}
              />
            )}
            {preset.category === 'S' && preset.second === null && (
              <AddButton
                label={words.addSecond}
                onClick={() => onChange({ ...preset, second: { label: '', rate: '' } })}
              />
            )}
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={words.delete(preset.name)}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </Stack>
    </Paper>
  )
}

interface RateProps {
  readonly rate: Rate
  readonly errorAt: (name: string) => string | undefined
  readonly onChange: (rate: Rate) => void
  readonly onDelete: () => void
}

function RateFields({ rate, errorAt, onChange, onDelete }: RateProps) {
  const words = useWords().settings.preset
  return (
    <Group gap="xs" align="start" wrap="nowrap">
      <TextInput
        label={words.rate}
        inputMode="decimal"
        value={rate.rate}
        error={errorAt('rate')}
        style={{ flex: 1 }}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...rate, rate: value.replace(',', '.') })
        }
      />
      <DayField
        label={words.from}
        title={words.fromHint}
        value={rate.from ?? ''}
        error={errorAt('from')}
        style={{ flex: 1 }}
        onChange={(value) => onChange({ ...rate, from: value === '' ? null : value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        mt={26}
        aria-label={words.deleteRate(rate.rate)}
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface SecondProps {
  readonly second: NonNullable<Preset['second']>
  readonly errorAt: (name: string) => string | undefined
  readonly onChange: (second: Preset['second']) => void
  readonly onDelete: () => void
}

function SecondFields({ second, errorAt, onChange, onDelete }: SecondProps) {
  const words = useWords().settings.preset
  return (
    <Group gap="xs" align="start" wrap="nowrap">
      <TextInput
        label={words.second}
        value={second.label}
        maxLength={12}
        error={errorAt('label')}
        style={{ flex: 1 }}
        onChange={(event) => onChange({ ...second, label: event.currentTarget.value })}
      />
      <TextInput
        label={words.rate}
        inputMode="decimal"
        value={second.rate}
        error={errorAt('rate')}
        style={{ flex: 1 }}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...second, rate: value.replace(',', '.') })
        }
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        mt={26}
        aria-label={words.deleteSecond}
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** The allowed form of a key. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)

/** A category without tax has no rates, and one with tax has no reason. */
const withCategory = (preset: Preset, category: string): Preset =>
  TAXED_CATEGORIES.has(category as TaxCategory)
    ? {
        ...preset,
        category,
        reason: null,
        reason_code: null,
        second: category === 'S' ? preset.second : null,
        rates: preset.rates.length === 0 ? BLANK.rates : preset.rates,
      }
    : { ...preset, category, second: null, rates: [] }
