import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { shownDecimal, shownPercent } from '../words/decimal-text.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { IconPlus, IconTrash } from './icons.ts'
import {
  BLANK_WITHHOLDING,
  type WithholdingTexts,
  withholdingSuggestions,
} from './withholding-texts.ts'

interface Props {
  readonly entries: readonly WithholdingTexts[]
  readonly onChange: (entries: readonly WithholdingTexts[]) => void
  /** By the pointer below the list: `0/rate`. */
  readonly faultAt: (place: string) => string | undefined
  /** Of the seller. */
  readonly country: string | null
  /** A default has no amount, because it is of no document. */
  readonly hasAmount?: boolean
}

const WITHHOLDINGS_MAX = 3
/** The terms of Italian law. */
const ITALIAN_TYPES = {
  RT01: 'RT01 Ritenuta persone fisiche',
  RT02: 'RT02 Ritenuta persone giuridiche',
  RT03: 'RT03 Contributo INPS',
  RT04: 'RT04 Contributo ENASARCO',
  RT05: 'RT05 Contributo ENPAM',
  RT06: 'RT06 Altro contributo previdenziale',
} as const
const ITALIAN_INCOME_TAXES = ['', 'RT01', 'RT02']

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** What customers keep of the price and pay to the tax office for the seller. */
export function Withholdings({ entries, onChange, faultAt, country, hasAmount = false }: Props) {
  const words = useWords().withholdings
  const { language } = useLanguage()
  const suggested = withholdingSuggestions(country)
  const add = (entry: Partial<WithholdingTexts>) =>
    onChange([
      ...entries,
      {
        ...BLANK_WITHHOLDING,
        ...entry,
        rate: shownDecimal(entry.rate ?? '', language),
      },
    ])
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
      {entries.map((entry, index) => (
        <WithholdingFields
          // biome-ignore lint/suspicious/noArrayIndexKey: withholdings have no id.
          key={index}
          entry={entry}
          legend={words.one(index + 1)}
          place={`${index}`}
          faultAt={faultAt}
          isItalian={country === 'IT' || entry.code !== ''}
          hasAmount={hasAmount}
          onChange={(patch) =>
            onChange(entries.map((it, at) => (at === index ? { ...it, ...patch } : it)))
          }
          onRemove={() => onChange(entries.filter((_, at) => at !== index))}
        />
      ))}
      {entries.length < WITHHOLDINGS_MAX && (
        <Group gap="xs">
          {[...suggested, {}].map(({ rate, base_percent: part, ...entry }) => (
            <Button
              key={`${rate} ${part}`}
              variant="light"
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() =>
                add({ ...entry, ...(rate && { rate }), ...(part && { base_percent: part }) })
              }
            >
              {rate === undefined
                ? words.add
                : words.suggested(
                    shownPercent(rate, language),
                    part === undefined ? null : shownPercent(part, language),
                  )}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}

interface FieldsProps extends Pick<Props, 'faultAt'> {
  readonly entry: WithholdingTexts
  readonly legend: string
  readonly place: string
  readonly isItalian: boolean
  readonly hasAmount: boolean
  readonly onChange: (patch: Partial<WithholdingTexts>) => void
  readonly onRemove: () => void
}

function WithholdingFields(props: FieldsProps) {
  const { entry, legend, place, faultAt, isItalian, hasAmount, onChange, onRemove } = props
  const words = useWords().withholdings
  const field = (name: keyof WithholdingTexts) => ({
    label: words.fields[name],
    'data-place': `/withholdings/${place}/${name}`,
    value: entry[name],
    error: faultAt(`${place}/${name}`),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { value: string } }) =>
      onChange({ [name]: value }),
  })
  return (
    <Fieldset legend={legend}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" style={{ alignItems: 'start' }}>
          <TextInput {...field('rate')} inputMode="decimal" required />
          <NativeSelect {...field('base')} data={choicesOf(words.bases)} />
          <TextInput {...field('base_percent')} inputMode="decimal" />
          {isItalian ? (
            <>
              <NativeSelect
                {...field('code')}
                data={[{ value: '', label: words.none }, ...choicesOf(ITALIAN_TYPES)]}
                onChange={({ currentTarget: { value } }) =>
                  onChange({
                    code: value,
                    kind: ITALIAN_INCOME_TAXES.includes(value) ? 'income_tax' : 'social',
                  })
                }
              />
              <TextInput {...field('reason')} description={words.reasonHint} maxLength={2} />
            </>
          ) : (
            <NativeSelect {...field('kind')} data={choicesOf(words.kinds)} />
          )}
          <TextInput {...field('name')} placeholder={words.nameHint} maxLength={60} />
          {hasAmount && (
            <TextInput {...field('amount')} description={words.amountHint} inputMode="decimal" />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            style={{ alignSelf: 'end' }}
            aria-label={words.remove(legend)}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </SimpleGrid>
      </Stack>
    </Fieldset>
  )
}
