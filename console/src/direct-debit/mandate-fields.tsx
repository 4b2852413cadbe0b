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
import { useState } from 'react'
import { type Api, fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { useCountries } from '../components/choices.ts'
import { IconUpload } from '../components/icons.ts'
import { tellFailed } from '../components/notices.tsx'
import { addFile } from '../files/queries.ts'
import type { Method } from './queries.ts'
import { useDirectDebitWords } from './words.ts'

export const FORM_TYPES = '.pdf,.png,.jpg,.jpeg'

const NAMES = [
  ...['iban', 'account_holder', 'signed_on', 'reference', 'type', 'scheme', 'notice_days'],
  ...['b2b_confirmed_on', 'bic', 'address', 'address.city', 'address.country'],
]

type Address = NonNullable<NonNullable<Method['mandate']>['address']>

/** What is wrong with a mandate, at its fields. */
export function useMandateFaults(error: unknown, hasAddress = false) {
  // Only a bank outside the European Economic Area needs them.
  const [isOutside, setOutside] = useState(hasAddress)
  if (isProblem(error, 'address_required') && !isOutside) setOutside(true)
  const isTaken = isProblem(error, 'mandate_exists')
  const errors: Readonly<Record<string, string>> = isTaken
    ? { 'mandate.reference': messageOf(error) }
    : fieldErrorsOf(error)
  return {
    isOutside,
    /** The error, unless its field shows it. */
    elsewhere: isTaken ? null : error,
    places: NAMES.filter((it) => isOutside || it !== 'address').map((it) => `mandate.${it}`),
    faultAt: (name: string) => errors[`mandate.${name}`],
    field: (name: string, label: string) => ({ name, label, error: errors[`mandate.${name}`] }),
  }
}

interface Props {
  readonly faults: ReturnType<typeof useMandateFaults>
  readonly holder: string
  readonly iban?: string
  readonly bic?: string | null
  readonly address?: Address | null
}

/** The account that is debited, and whose it is. */
export function AccountFields({ faults, holder, iban: known = '', bic, address }: Props) {
  const words = useDirectDebitWords().mandate
  const countries = useCountries()
  const [iban, setIban] = useState(known)
  const { field, faultAt, isOutside } = faults
  return (
    <>
      <TextInput
        {...field('iban', words.iban)}
        value={iban}
        onChange={({ currentTarget }) => setIban(currentTarget.value)}
        maxLength={60}
        autoComplete="off"
        data-autofocus
      />
      <TextInput {...field('account_holder', words.holder)} defaultValue={holder} maxLength={140} />
      {isOutside && (
        <>
          <TextInput
            {...field('bic', words.bic)}
            defaultValue={bic ?? ''}
            error={faultAt('bic') ?? faultAt('address')}
            maxLength={11}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
            <TextInput
              {...field('address.city', words.city)}
              defaultValue={address?.city ?? ''}
              maxLength={35}
            />
            <NativeSelect
              {...field('address.country', words.country)}
              defaultValue={address?.country ?? iban.slice(0, 2).toUpperCase()}
              data={countries.map((it) => ({ ...it }))}
            />
          </SimpleGrid>
        </>
      )}
    </>
  )
}

interface FormProps {
  readonly words: { readonly file: string; readonly fileHint: string; readonly choose: string }
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
}

/** The form that the customer signed, to be chosen. */
export function SignedForm({ words, file, onChoose }: FormProps) {
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

/** Stores a signed form. If that fails, the rest is saved, and the row of the mandate asks for the form again. */
export async function addFormTo(api: Api, saved: Omit<Method, 'etag'>, file: File | null) {
  if (file === null) return saved
  try {
    return await addForm(api, saved, file)
  } catch (error) {
    tellFailed(error)
    return saved
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
