import {
  Button,
  FileButton,
  Group,
  Input,
  NativeSelect,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Api, fieldErrorsOf, isProblem } from '../api/client.ts'
import { useCountries } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { DialogForm } from '../components/dialog-form.tsx'
import { IconUpload } from '../components/icons.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { addFile, FILES_KEY } from '../files/queries.ts'
import { METHODS_KEY, type Method, proposalQuery } from './queries.ts'
import { useDirectDebitWords } from './words.ts'

export const FORM_TYPES = '.pdf,.png,.jpg,.jpeg'

const PLACES = [
  ...['iban', 'account_holder', 'signed_on', 'reference', 'type', 'scheme'],
  ...['b2b_confirmed_on', 'bic', 'address', 'address.city', 'address.country'],
].map((name) => `mandate.${name}`)

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
  const countries = useCountries()
  const queries = useQueryClient()
  const { data: proposal } = useQuery(proposalQuery(customer.id))
  const [file, setFile] = useState<File | null>(null)
  const [isB2b, setB2b] = useState(false)
  const [iban, setIban] = useState('')
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
  // Only a bank outside the European Economic Area needs them.
  const needsAddress = isProblem(error, 'address_required')
  const [isOutside, setOutside] = useState(false)
  if (needsAddress && !isOutside) setOutside(true)
  const errors = fieldErrorsOf(error)
  const field = (name: string, label: string) => ({
    name,
    label,
    error: errors[`mandate.${name}`],
  })
  return (
    <DialogForm
      title={words.title}
      words={words}
      isBusy={isPending}
      error={error}
      places={isOutside ? PLACES : PLACES.filter((it) => it !== 'mandate.address')}
      onClose={onClose}
      onSubmit={mutate}
    >
      <TextInput
        {...field('iban', words.iban)}
        value={iban}
        onChange={({ currentTarget }) => setIban(currentTarget.value)}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...field('account_holder', words.holder)}
        defaultValue={customer.name}
        maxLength={140}
      />
      {isOutside && (
        <>
          <TextInput
            {...field('bic', words.bic)}
            error={errors['mandate.address']}
            maxLength={11}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
            <TextInput {...field('address.city', words.city)} maxLength={35} />
            <NativeSelect
              {...field('address.country', words.country)}
              defaultValue={iban.slice(0, 2).toUpperCase()}
              data={countries.map((it) => ({ ...it }))}
            />
          </SimpleGrid>
        </>
      )}
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
      <SignedForm file={file} onChoose={setFile} />
    </DialogForm>
  )
}

interface FormProps {
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
}

function SignedForm({ file, onChoose }: FormProps) {
  const words = useDirectDebitWords().mandate
  return (
    <Input.Wrapper label={words.file} description={words.fileHint}>
      <Group gap="sm" mt={5}>
        <FileButton onChange={onChoose} accept={FORM_TYPES}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {words.choose}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
        )}
      </Group>
    </Input.Wrapper>
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
  if (file === null) return made
  try {
    return await addForm(api, made, file)
  } catch (error) {
    // The mandate is there; its row asks for the form again.
    tellFailed(error)
    return made
  }
}

/** Stores a signed form with the files of the customer, as the evidence of its mandate. */
export async function addForm(
  api: Api,
  { id, customer_id }: Pick<Method, 'id' | 'customer_id'>,
  file: File,
) {
  const holder = { kind: 'customer', id: customer_id } as const
  const stored = await addFile(api, holder, { file, visible: 'internal' })
  const evidence = { kind: 'paper', file_id: stored.id } as const
  return api.updatePaymentMethod({ path: { id }, body: { mandate: { evidence } } })
}

const choicesOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
