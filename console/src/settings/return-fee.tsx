import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { useFieldWords } from './field-words.ts'
import { useSettingsForm } from './use-settings-form.ts'

const NAME = 'directDebit.returnFee'

/** Nothing, the bank's fee, or at most an amount of it. */
export function ReturnFeeField() {
  const { draft, errors, set } = useSettingsForm()
  const { label, hint } = useFieldWords()[NAME]
  const words = useDirectDebitWords().settings
  const value = String(draft[NAME])
  const kind = value === 'none' || value === 'actual' ? value : 'amount'
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={0} className="aligned">
      <NativeSelect
        id={NAME}
        label={label}
        description={hint}
        error={kind !== 'amount' && errors[NAME]}
        value={kind}
        data={Object.entries(words.returnFee).map(([name, text]) => ({ value: name, label: text }))}
        onChange={({ currentTarget }) =>
          set(NAME, currentTarget.value === 'amount' ? '5.00' : currentTarget.value)
        }
      />
      {kind === 'amount' && (
        <TextInput
          label={words.returnFeeMost}
          inputMode="decimal"
          value={value}
          error={errors[NAME]}
          onChange={({ currentTarget }) => set(NAME, currentTarget.value)}
        />
      )}
    </SimpleGrid>
  )
}
