import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BANK_KEY } from '../api/bank.ts'
import { fieldErrorsOf } from '../api/client.ts'
import { useCurrencies, withChosen } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import type { BankAccount } from './queries.ts'
import { useBankWords } from './words.ts'

const FIELDS = [
  'name',
  'iban',
  'other_id',
  'qr_iban',
  'currency',
  'accounting_account',
  'start_date',
] as const

interface Props {
  /** Null: a new one. */
  readonly account: BankAccount | null
  readonly onClose: () => void
}

export function AccountDialog({ account, onClose }: Props) {
  const words = useBankWords().accounts
  const currencies = useCurrencies()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const body = {
        ...{ name: text('name'), currency: text('currency') },
        ...{ iban: text('iban') || null, other_id: text('other_id') || null },
        ...{ qr_iban: text('qr_iban') || null, start_date: text('start_date') || null },
        accounting_account: text('accounting_account') || null,
      }
      if (account === null) return api.createBankAccount({ body })
      return api.patchBankAccount({ path: { id: account.id }, body, ifMatch: account.etag })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [BANK_KEY] })
      tellDone(account === null ? words.added : words.saved)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    label: words.fields[name],
    error: errors[name],
    defaultValue: account?.[name] ?? '',
  })
  return (
    <DialogForm
      title={account === null ? words.add : words.editOne(account.name)}
      words={words}
      isBusy={isPending}
      error={error}
      places={FIELDS}
      onClose={onClose}
      onSubmit={mutate}
    >
      <TextInput {...field('name')} maxLength={200} data-autofocus />
      <TextInput {...field('iban')} maxLength={60} />
      <TextInput {...field('other_id')} description={words.otherIdHint} maxLength={60} />
      <TextInput {...field('qr_iban')} description={words.qrIbanHint} maxLength={60} />
      <Select
        {...field('currency')}
        searchable
        allowDeselect={false}
        defaultValue={account?.currency ?? 'EUR'}
        data={withChosen(currencies, account?.currency ?? '')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <DayField {...field('start_date')} description={words.startHint} />
        <TextInput {...field('accounting_account')} description={words.booksHint} maxLength={40} />
      </SimpleGrid>
    </DialogForm>
  )
}
