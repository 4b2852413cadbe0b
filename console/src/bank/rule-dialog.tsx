import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BANK_KEY } from '../api/bank.ts'
import { fieldErrorsOf } from '../api/client.ts'
import { asEntry } from '../components/choices.ts'
import { CustomerChoice, type Named, ruleCustomerQuery } from '../components/customer-choice.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { type BankRule, bankAccountsQuery, usableOf } from './queries.ts'
import { useBankWords } from './words.ts'

const CONDITIONS = [
  'name_contains',
  'text_contains',
  'iban',
  'direction',
  'bank_account_id',
] as const
const ACTIONS = ['ignore', 'payout', 'customer_id'] as const
type Action = (typeof ACTIONS)[number]

interface Props {
  /** Null: a new one. */
  readonly rule: BankRule | null
  readonly onClose: () => void
}

export function RuleDialog({ rule, onClose }: Props) {
  const words = useBankWords().rules
  const { rules: common } = useWords()
  const { data } = useQuery(bankAccountsQuery)
  const accounts = usableOf(data?.data ?? [], rule?.when.bank_account_id)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const [action, setAction] = useState<Action>(
    ACTIONS.find((it) => rule !== null && it in rule.then) ?? 'ignore',
  )
  const before = rule !== null && 'customer_id' in rule.then ? rule.then.customer_id : null
  const { data: known } = useQuery(ruleCustomerQuery(before))
  const [other, setOther] = useState<Named | null>()
  const customer = other === undefined ? (known ?? null) : other
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => {
      const text = (name: string) => String(form.get(name) ?? '').trim()
      const when = Object.fromEntries(
        CONDITIONS.flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]])),
      )
      const then =
        action === 'ignore'
          ? ({ ignore: true } as const)
          : action === 'payout'
            ? { payout: text('payout') }
            : { customer_id: customer?.id ?? '' }
      const body = { when, then }
      if (rule === null) return api.createBankRule({ body })
      return api.patchBankRule({ path: { id: rule.id }, body, ifMatch: rule.etag })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [BANK_KEY] })
      tellDone(rule === null ? common.added : common.saved)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  const field = (name: (typeof CONDITIONS)[number]) => ({
    name,
    label: words.fields[name],
    error: errors[`when.${name}`],
    defaultValue: rule?.when[name] ?? '',
  })
  return (
    <DialogForm
      title={rule === null ? common.add : common.edit}
      words={common}
      isBusy={isPending}
      error={error}
      places={[...CONDITIONS.map((it) => `when.${it}`), 'then.payout', 'then.customer_id']}
      onClose={onClose}
      onSubmit={mutate}
    >
      <TextInput {...field('name_contains')} maxLength={200} data-autofocus />
      <TextInput {...field('text_contains')} maxLength={200} />
      <TextInput {...field('iban')} maxLength={34} />
      <NativeSelect
        {...field('direction')}
        data={[
          { value: '', label: words.any },
          ...(['in', 'out'] as const).map((value) => ({
            value,
            label: asEntry(words.directions[value], language),
          })),
        ]}
      />
      {accounts.length > 1 && (
        <NativeSelect
          {...field('bank_account_id')}
          data={[
            { value: '', label: words.any },
            ...accounts.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <NativeSelect
        label={words.action}
        value={action}
        data={ACTIONS.map((value) => ({ value, label: words.actions[value] }))}
        onChange={({ currentTarget }) => setAction(currentTarget.value as Action)}
      />
      {action === 'payout' && (
        <TextInput
          name="payout"
          label={words.provider}
          error={errors['then.payout']}
          maxLength={60}
          defaultValue={rule !== null && 'payout' in rule.then ? rule.then.payout : ''}
        />
      )}
      {action === 'customer_id' && (
        <CustomerChoice chosen={customer} error={errors['then.customer_id']} onChoose={setOther} />
      )}
    </DialogForm>
  )
}
