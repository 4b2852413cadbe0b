import { Checkbox, NativeSelect, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCountries, withChosen } from '../../components/choices.ts'
import { useAct } from '../../components/use-act.ts'
import { useLanguage } from '../../words/language.ts'
import { CUSTOMERS_KEY } from '../queries.ts'
import { BookCard, BookRow } from './card.tsx'
import { BookForm } from './form.tsx'
import { addressesQuery, type FurtherAddress } from './queries.ts'
import { useBookWords } from './words.ts'

const KINDS = ['delivery', 'billing'] as const
/** The lines of an address. */
const PARTS = {
  line1: 'line1',
  line2: 'line2',
  postal_code: 'postalCode',
  city: 'city',
  region: 'region',
} as const
type Part = keyof typeof PARTS

/** Delivery and billing addresses of a customer. */
export function Addresses({ id }: { readonly id: string }) {
  const words = useBookWords()
  const { language } = useLanguage()
  const addresses = useQuery(addressesQuery(id))
  const { act } = useAct([CUSTOMERS_KEY])
  const [edited, setEdited] = useState<FurtherAddress | 'new' | null>(null)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const deleteAddress = ({ id: entry_id, etag: ifMatch }: FurtherAddress) =>
    act({
      run: (api) => api.deleteCustomerAddress({ path: { id, entry_id }, ifMatch }),
      done: words.deleted,
    })
  return (
    <>
      <BookCard
        title={words.addresses}
        none={words.noAddresses}
        add={words.addAddress}
        of={addresses}
        onAdd={() => setEdited('new')}
      >
        {(entry) => {
          const { postal_code: code, city, country_code: country, line1, line2 } = entry.address
          return (
            <BookRow
              key={entry.id}
              name={entry.label ?? entry.name ?? line1 ?? city ?? words.kinds[kindOf(entry)]}
              note={words.kinds[kindOf(entry)]}
              isUsual={entry.default}
              lines={[
                entry.name,
                line1,
                line2,
                [code, city].filter(Boolean).join(' '),
                country === null ? null : (countries.of(country) ?? country),
              ]}
              onEdit={() => setEdited(entry)}
              onDelete={() => deleteAddress(entry)}
            />
          )
        }}
      </BookCard>
      {edited !== null && (
        <AddressForm
          id={id}
          entry={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

const kindOf = ({ kind }: { readonly kind: string }) =>
  KINDS.find((it) => it === kind) ?? 'delivery'

interface FormProps {
  readonly id: string
  readonly entry: FurtherAddress | null
  readonly onClose: () => void
}

function AddressForm({ id, entry, onClose }: FormProps) {
  const words = useBookWords()
  const countries = useCountries()
  const [country, setCountry] = useState(entry?.address.country_code ?? null)
  const placeOf = (part: string) => `address.${part}`
  return (
    <BookForm
      title={entry ? words.editAddress : words.addAddress}
      places={['label', 'name', ...[...Object.keys(PARTS), 'country_code'].map(placeOf)]}
      onClose={onClose}
      run={(api, value) => {
        const body = {
          kind: kindOf({ kind: value('kind') ?? 'delivery' }),
          label: value('label'),
          name: value('name'),
          address: {
            line1: value('line1'),
            line2: value('line2'),
            postal_code: value('postal_code'),
            city: value('city'),
            region: value('region'),
            country_code: country,
          },
          default: value('default') !== null,
        }
        return entry
          ? api.putCustomerAddress({
              path: { id, entry_id: entry.id },
              body,
              ifMatch: entry.etag,
            })
          : api.createCustomerAddress({ path: { id }, body })
      }}
    >
      {(errors) => {
        const part = (name: Part) => (
          <TextInput
            name={name}
            label={words[PARTS[name]]}
            defaultValue={entry?.address[name] ?? ''}
            error={errors[placeOf(name)]}
            maxLength={200}
          />
        )
        return (
          <>
            <SimpleGrid cols={2} verticalSpacing="sm" style={{ alignItems: 'start' }}>
              <NativeSelect
                name="kind"
                label={words.kind}
                defaultValue={entry ? kindOf(entry) : 'delivery'}
                data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
              />
              <TextInput
                name="label"
                label={words.label}
                defaultValue={entry?.label ?? ''}
                error={errors.label}
                maxLength={100}
                data-autofocus
              />
            </SimpleGrid>
            <TextInput
              name="name"
              label={words.recipient}
              defaultValue={entry?.name ?? ''}
              error={errors.name}
              maxLength={200}
            />
            {part('line1')}
            {part('line2')}
            <SimpleGrid cols={2} verticalSpacing="sm" style={{ alignItems: 'start' }}>
              {part('postal_code')}
              {part('city')}
              {part('region')}
              <Select
                label={words.country}
                searchable
                clearable
                data={withChosen(countries, country ?? '')}
                value={country}
                onChange={setCountry}
                error={errors[placeOf('country_code')]}
              />
            </SimpleGrid>
            <Checkbox
              name="default"
              label={words.addressUsual}
              defaultChecked={entry?.default ?? false}
            />
          </>
        )
      }}
    </BookForm>
  )
}
