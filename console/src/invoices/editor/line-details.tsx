import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { TAX_CATEGORIES } from '../../../../src/money/tax.ts'
import { useWords } from '../../language.ts'
import type { Line } from './form.ts'

interface Props {
  readonly line: Line
  readonly faults: Readonly<Record<string, string>>
  readonly onChange: (key: string, patch: Partial<Line>) => void
}

/** What most lines do not need. */
export function LineDetails({ line, faults, onChange }: Props) {
  const words = useWords().lines
  const change = (patch: Partial<Line>) => onChange(line.key, patch)
  const rest = (name: string, value: string) =>
    change({ rest: { ...line.rest, [name]: value === '' ? null : value } })
  const textOf = (name: string) => String(line.rest[name] ?? '')
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" py="sm">
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
          value={line.taxCategory}
          data={[
            { value: '', label: words.byRate },
            ...TAX_CATEGORIES.map((it) => ({ value: it, label: words.categories[it] })),
          ]}
          onChange={(event) =>
            change({ ...categoryChange(event.currentTarget.value), taxPreset: undefined })
          }
        />
        <TextInput
          label={words.reason}
          value={line.taxReason}
          maxLength={500}
          disabled={['', 'S', 'Z', 'L', 'M', 'B'].includes(line.taxCategory)}
          onChange={(event) =>
            change({ taxReason: event.currentTarget.value, taxPreset: undefined })
          }
        />
        <TextInput
          label={words.itemNumber}
          value={textOf('item_number')}
          maxLength={100}
          error={faults.item_number}
          onChange={(event) => rest('item_number', event.currentTarget.value)}
        />
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

/** A category without tax has the rate zero. */
const categoryChange = (taxCategory: string): Partial<Line> =>
  ['', 'S', 'L', 'M', 'B'].includes(taxCategory) ? { taxCategory } : { taxCategory, taxRate: '0' }
