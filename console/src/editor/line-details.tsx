import { TAX_CATEGORIES } from '@billwright/money'
import { NativeSelect, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.ts'
import { withholdsUsually } from '../components/withholding-texts.ts'
import { useWords } from '../words/language.ts'
import type { Line } from './form.ts'

interface Props {
  readonly line: Line
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (key: string, patch: Partial<Line>) => void
  readonly onPreset: (key: string, preset: string) => void
}

const PRESET = 'preset:'

/** Fields that most items do not need. */
export function LineDetails({ line, faults, onChange, onPreset }: Props) {
  const { lines: words, withholdings } = useWords()
  const { data: settings } = useQuery(settingsQuery)
  const change = (patch: Partial<Line>) => onChange(line.key, patch)
  const rest = (name: string, value: string) =>
    change({ rest: { ...line.rest, [name]: value === '' ? null : value } })
  const isTaxed = ['', 'S', 'Z', 'L', 'M', 'B'].includes(line.taxCategory)
  const country = settings?.companyAddress.countryCode
  const isItalian = country === 'IT'
  const { classification } = line.rest
  const textOf = (name: string) => String(line.rest[name] ?? '')
  return (
    <SimpleGrid type="container" cols={{ base: 1, '800px': 2 }} spacing="sm" py="sm">
      <Textarea
        label={words.detailsText}
        description={words.detailsHint}
        value={line.details}
        maxLength={5000}
        autosize
        minRows={2}
        onChange={(event) => change({ details: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label={words.category}
          value={line.taxPreset === undefined ? line.taxCategory : PRESET + line.taxPreset}
          data={[
            { value: '', label: words.byRate },
            ...(settings?.taxPresets ?? []).map(({ key, name }) => ({
              value: PRESET + key,
              label: name,
            })),
            ...TAX_CATEGORIES.map((it) => ({ value: it, label: words.categories[it] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            value.startsWith(PRESET)
              ? onPreset(line.key, value.slice(PRESET.length))
              : change({
                  ...categoryChange(value),
                  // The reason code of another category would be wrong.
                  rest: { ...line.rest, taxReasonCode: null },
                  taxPreset: undefined,
                  taxNames: undefined,
                })
          }
        />
        <TextInput
          label={words.reason}
          value={line.taxReason}
          maxLength={500}
          disabled={isTaxed}
          onChange={(event) =>
            change({ taxReason: event.currentTarget.value, taxPreset: undefined })
          }
        />
        <TextInput
          label={words.reasonCode}
          description={isItalian ? words.reasonCodeItaly : words.reasonCodeHint}
          value={textOf('taxReasonCode')}
          maxLength={30}
          disabled={isTaxed}
          error={faults['tax/reason_code']}
          onChange={(event) => {
            const code = event.currentTarget.value.trim().toUpperCase()
            change({ rest: { ...line.rest, taxReasonCode: code || null }, taxPreset: undefined })
          }}
        />
        <TextInput
          label={words.priceBase}
          description={words.priceBaseHint}
          value={line.priceBase}
          inputMode="decimal"
          placeholder="1"
          error={faults.price_base_quantity}
          onChange={(event) => change({ priceBase: event.currentTarget.value })}
        />
        <TextInput
          label={words.itemNumber}
          value={textOf('item_number')}
          maxLength={100}
          error={faults.item_number}
          onChange={(event) => rest('item_number', event.currentTarget.value)}
        />
        {country === 'IN' && (
          <TextInput
            label={words.hsnCode}
            description={words.hsnCodeHint}
            value={hsnOf(classification)}
            maxLength={100}
            disabled={isOtherScheme(classification)}
            error={faults['classification/code'] ?? faults.classification}
            onChange={({ currentTarget: { value: code } }) =>
              change({
                rest: { ...line.rest, classification: code === '' ? null : { scheme: HSN, code } },
              })
            }
          />
        )}
        {settings && withholdsUsually(settings) && (
          <Switch
            label={withholdings.counts}
            style={{ alignSelf: 'end' }}
            mb={{ sm: 6 }}
            checked={line.rest.withhold !== false}
            onChange={({ currentTarget: { checked } }) =>
              change({ rest: { ...line.rest, withhold: checked } })
            }
          />
        )}
        <TextInput
          label={words.orderLine}
          value={textOf('order_line')}
          maxLength={100}
          error={faults.order_line}
          onChange={(event) => rest('order_line', event.currentTarget.value)}
        />
      </SimpleGrid>
    </SimpleGrid>
  )
}

/** The scheme of UNTDID 7143 for the harmonized system, on which HSN and SAC are based. */
const HSN = 'HS'

interface Classification {
  readonly scheme: string
  readonly code: string
}

const isOtherScheme = (given: unknown): boolean =>
  given != null && (given as Classification).scheme !== HSN

const hsnOf = (given: unknown): string => (given == null ? '' : (given as Classification).code)

/** A category without tax has the rate zero. */
const categoryChange = (taxCategory: string): Partial<Line> =>
  ['', 'S', 'L', 'M', 'B'].includes(taxCategory) ? { taxCategory } : { taxCategory, taxRate: '0' }
