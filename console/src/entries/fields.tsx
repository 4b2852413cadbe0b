import { Grid, NativeSelect, TextInput } from '@mantine/core'
import type { Settings } from '../api/queries.ts'
import { useCurrencies } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { CustomerField } from '../editor/customer-field.tsx'
import { useWords } from '../words/language.ts'
import { unitsWith } from '../words/units.ts'
import { type EntryForm, KINDS } from './form.ts'

interface Props {
  readonly form: EntryForm
  readonly settings: Settings
  readonly errors: Readonly<Record<string, string>>
  readonly change: (patch: Partial<EntryForm>) => void
}

type TextName = 'description' | 'quantity' | 'price' | 'reference'

/** The fields of an entry, in one or two rows. */
export function EntryFields({ form, settings, errors, change }: Props) {
  const { entries: words, units } = useWords()
  const { noCustomer } = useWords().editor
  const currencies = useCurrencies()
  const text = (name: TextName, fault: string = name) => ({
    label: words.fields[name],
    value: form[name],
    error: errors[fault],
    autoComplete: 'off',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  })
  return (
    <Grid gap="sm">
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <CustomerField
          customer={form.customer}
          error={errors.customer_id && form.customer === null ? noCustomer : errors.customer_id}
          onChoose={(customer) =>
            change({ customer, currency: customer.currency ?? settings.currency })
          }
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 4 }}>
        <DayField
          label={words.fields.date}
          value={form.date}
          error={errors.date}
          onChange={(value) => change({ date: value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NativeSelect
          label={words.kind}
          value={form.kind}
          data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
          onChange={(event) => {
            const kind = KINDS.find((it) => it === event.currentTarget.value) ?? 'time'
            change({ kind, unit: kind === 'time' ? 'HUR' : '' })
          }}
        />
      </Grid.Col>
      <Grid.Col span={12}>
        <TextInput {...text('description')} maxLength={500} />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3, md: 2 }}>
        <TextInput {...text('quantity')} inputMode="decimal" placeholder="1" />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NativeSelect
          label={words.fields.unit}
          value={form.unit}
          error={errors.unit}
          data={unitsWith(form.unit, units)}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3, md: 2 }}>
        <TextInput {...text('price', 'unit_price')} inputMode="decimal" />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3, md: 2 }}>
        <NativeSelect
          label={words.fields.currency}
          value={form.currency}
          error={errors.currency}
          data={currencies.map(({ value }) => value)}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 3 }}>
        <TextInput {...text('reference')} maxLength={200} />
      </Grid.Col>
    </Grid>
  )
}
