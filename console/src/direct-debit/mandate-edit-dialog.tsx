import { Checkbox, List, NumberInput, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { DayField } from '../components/date-field.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { FILES_KEY } from '../files/queries.ts'
import { useFormat } from '../words/format.ts'
import { AccountFields, addFormTo, SignedForm, useMandateFaults } from './mandate-fields.tsx'
import { METHODS_KEY, type Method, RUNS_KEY } from './queries.ts'
import { useDirectDebitWords } from './words.ts'

type Mandate = NonNullable<Method['mandate']>

interface Props {
  readonly method: Method
  readonly mandate: Mandate
  readonly onClose: () => void
}

/** Changes what a signature does not fix: the account, the reference, the notice. */
export function MandateEditDialog({ method, mandate, onClose }: Props) {
  const { mandate: words, edit } = useDirectDebitWords()
  const queries = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const [file, setFile] = useState<File | null>(null)
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => change(api, { method, mandate, form, file }),
    onSuccess: async () => {
      const keys = [METHODS_KEY, FILES_KEY, RUNS_KEY, 'attention']
      await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: [key] })))
      tellDone(edit.saved)
      onClose()
    },
  })
  const faults = useMandateFaults(error, mandate.address !== null || mandate.bic !== null)
  const { field } = faults
  const { reference, first_on: firstOn, notice_days: noticeDays } = mandate
  return (
    <DialogForm
      title={edit.title(reference)}
      words={words}
      isBusy={isPending}
      error={faults.elsewhere}
      places={faults.places}
      onClose={onClose}
      onSubmit={mutate}
    >
      {firstOn !== null && (
        <Text size="sm" c="dimmed">
          {edit.amends}
        </Text>
      )}
      <AccountFields
        faults={faults}
        holder={mandate.account_holder}
        iban={inFours(mandate.iban)}
        bic={mandate.bic}
        address={mandate.address}
      />
      <TextInput {...field('reference', edit.reference)} defaultValue={reference} maxLength={35} />
      <NumberInput
        {...field('notice_days', edit.noticeDays)}
        description={edit.noticeHint}
        defaultValue={noticeDays ?? ''}
        placeholder={settings && String(settings.directDebit.preNotificationDays)}
        allowDecimal={false}
        allowNegative={false}
        styles={{ wrapper: { maxWidth: 128 } }}
      />
      {mandate.scheme === 'B2B' && (
        <DayField
          {...field('b2b_confirmed_on', words.b2bConfirmedOn)}
          description={words.b2bHint}
          defaultValue={mandate.b2b_confirmed_on ?? ''}
        />
      )}
      {mandate.type === 'recurring' && (
        <Checkbox
          name="final"
          label={edit.final}
          description={edit.finalHint}
          defaultChecked={mandate.final}
        />
      )}
      <SignedForm
        words={{ ...words, ...(mandate.evidence && edit.newForm) }}
        file={file}
        onChoose={setFile}
      />
      <Amendments mandate={mandate} />
    </DialogForm>
  )
}

/** What the mandate said before. */
function Amendments({ mandate: { amendments } }: Pick<Props, 'mandate'>) {
  const { edit } = useDirectDebitWords()
  const format = useFormat()
  if (amendments.length === 0) return null
  return (
    <div>
      <Text size="xs" c="dimmed">
        {edit.before}
      </Text>
      <List listStyleType="none" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {amendments.map(({ from, what, old }) => (
          <List.Item key={`${from} ${what} ${old}`}>
            {edit.amendment(edit.parts[what] ?? what, what === 'iban' ? inFours(old) : old)}{' '}
            {edit.until(format.date(from))}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

const inFours = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

interface Changed extends Omit<Props, 'onClose'> {
  readonly form: FormData
  readonly file: File | null
}

/** Sends only what differs: a field that another person changed meanwhile stays as it is. */
async function change(api: Api, { method, mandate, form, file }: Changed): Promise<unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? null : text(name))
  const iban = text('iban').replaceAll(' ', '')
  const { account_holder: holder, reference, address, notice_days: days } = mandate
  const said = {
    ...(iban !== mandate.iban && { iban }),
    ...(text('account_holder') !== holder && { account_holder: text('account_holder') }),
    ...(text('reference') !== reference && { reference: text('reference') }),
    ...(text('notice_days') !== String(days ?? '') && { notice_days: numberOf('notice_days') }),
    ...(form.has('bic') && { bic: optional('bic')?.toUpperCase() ?? null }),
    ...(form.has('address.city') && { address: addressOf() }),
    ...(form.has('b2b_confirmed_on') && { b2b_confirmed_on: optional('b2b_confirmed_on') }),
    ...(mandate.type === 'recurring' && { final: form.has('final') }),
  }
  function numberOf(name: string): number | null {
    return text(name) === '' ? null : Number(text(name))
  }
  function addressOf() {
    if (text('address.city') === '') return null
    return { ...address, city: text('address.city'), country: text('address.country') }
  }
  const path = { id: method.id }
  const changed = await api.updatePaymentMethod({
    path,
    body: { mandate: said },
    ifMatch: method.etag,
  })
  return addFormTo(api, changed, file)
}
