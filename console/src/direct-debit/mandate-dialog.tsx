import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../api/client.ts'
import { DayField } from '../components/date-field.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { FILES_KEY } from '../files/queries.ts'
import { AccountFields, addFormTo, SignedForm, useMandateFaults } from './mandate-fields.tsx'
import { METHODS_KEY, proposalQuery } from './queries.ts'
import { useDirectDebitWords } from './words.ts'

interface Props {
  readonly customer: {
    readonly id: string
    readonly name: string
    readonly kind: 'business' | 'consumer' | null
  }
  readonly today: string
  readonly onClose: () => void
}

/** Records a mandate that the customer signed on paper. */
export function MandateDialog({ customer, today, onClose }: Props) {
  const words = useDirectDebitWords().mandate
  const queries = useQueryClient()
  const { data: proposal } = useQuery(proposalQuery(customer.id))
  const [file, setFile] = useState<File | null>(null)
  const [isB2b, setB2b] = useState(false)
  const { mutate, error, isPending } = useChange({
    run: (api, form: FormData) => record(api, { customerId: customer.id, form, file }),
    onSuccess: async ({ mandate }) => {
      await Promise.all(
        [METHODS_KEY, FILES_KEY].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      )
      tellDone(words.saved(mandate?.reference ?? ''))
      onClose()
    },
  })
  const faults = useMandateFaults(error)
  const { field } = faults
  return (
    <DialogForm
      title={words.title}
      words={words}
      isBusy={isPending}
      error={faults.elsewhere}
      places={faults.places}
      onClose={onClose}
      onSubmit={mutate}
    >
      <AccountFields faults={faults} holder={customer.name} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
        <DayField {...field('signed_on', words.signedOn)} defaultValue={today} required />
        <NativeSelect {...field('type', words.type)} data={choicesOf(words.types)} />
      </SimpleGrid>
      {customer.kind === 'business' && (
        <NativeSelect
          {...field('scheme', words.scheme)}
          data={choicesOf(words.schemes)}
          onChange={({ currentTarget }) => setB2b(currentTarget.value === 'B2B')}
        />
      )}
      {isB2b && (
        <DayField
          {...field('b2b_confirmed_on', words.b2bConfirmedOn)}
          description={words.b2bHint}
        />
      )}
      <TextInput
        {...field('reference', words.reference)}
        description={words.referenceHint}
        placeholder={proposal?.reference}
        maxLength={35}
      />
      <SignedForm words={words} file={file} onChoose={setFile} />
    </DialogForm>
  )
}

interface Recorded {
  readonly customerId: string
  readonly form: FormData
  readonly file: File | null
}

async function record(api: Api, { customerId: id, form, file }: Recorded) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const optional = (name: string) => (text(name) === '' ? {} : { [name]: text(name) })
  const city = text('address.city')
  const made = await api.createPaymentMethod({
    path: { id },
    body: {
      mandate: {
        iban: text('iban'),
        account_holder: text('account_holder'),
        signed_on: text('signed_on'),
        type: text('type') === 'one_off' ? 'one_off' : 'recurring',
        scheme: text('scheme') === 'B2B' ? 'B2B' : 'CORE',
        ...optional('reference'),
        ...optional('b2b_confirmed_on'),
        ...(text('bic') !== '' && { bic: text('bic').toUpperCase() }),
        ...(city !== '' && { address: { city, country: text('address.country') } }),
      },
    },
  })
  return addFormTo(api, made, file)
}

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
