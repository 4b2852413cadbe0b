import { bankOf } from './bank-of.ts'
import { TextField } from './field.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The field for the IBAN. It fills in the bank and BIC of a known bank, and clears them when the IBAN changes. */
export function IbanField() {
  const { draft, set } = useSettingsForm()
  const follow = (iban: string) => {
    const before = bankOf(String(draft['bankAccount.iban']))
    const bank = bankOf(iban)
    // Input of a person is not overwritten.
    if (['', before?.bic].includes(String(draft['bankAccount.bic'])))
      set('bankAccount.bic', bank?.bic ?? '')
    if (['', before?.name].includes(String(draft['bankAccount.bankName'])))
      set('bankAccount.bankName', bank?.name ?? '')
  }
  return <TextField name="bankAccount.iban" onTyped={follow} />
}
