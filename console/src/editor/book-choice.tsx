import { Grid, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addressesQuery, contactsQuery } from '../customers/book/queries.ts'
import { useWords } from '../words/language.ts'
import type { Form } from './form.ts'

interface Props {
  readonly form: Form
  readonly customerId: string
  readonly change: (next: (form: Form) => Form) => void
  readonly faultAt: (pointer: string) => string | undefined
}

/** The contact and the delivery address of an invoice, if the customer has any. */
export function BookChoice({ form, customerId, change, faultAt }: Props) {
  const words = useWords().editor
  const contacts = useQuery(contactsQuery(customerId)).data?.data ?? []
  const addresses = useQuery(addressesQuery(customerId)).data?.data ?? []
  const deliveries = addresses.filter(({ kind }) => kind === 'delivery')
  const { contactId, deliveryAddressId, hasOwnDelivery } = form
  return (
    <>
      <Choice
        label={words.bookContact}
        none={words.noBookContact}
        place="/contact_id"
        fault={faultAt('/contact_id')}
        chosen={contactId}
        entries={contacts.map((it) => ({ ...it, label: it.name }))}
        onChoose={(id) => change((it) => ({ ...it, contactId: id }))}
      />
      <Choice
        label={words.deliveryAddress}
        none={hasOwnDelivery ? words.otherDelivery : words.noDeliveryAddress}
        place="/delivery_address_id"
        fault={faultAt('/delivery_address_id')}
        chosen={deliveryAddressId}
        entries={deliveries.map((it) => ({ ...it, label: labelOf(it) }))}
        onChoose={(id) => change((it) => ({ ...it, deliveryAddressId: id, hasOwnDelivery: false }))}
      />
    </>
  )
}

interface Place {
  readonly label: string | null
  readonly name: string | null
  readonly address: { readonly line1: string | null; readonly city: string | null }
}

const labelOf = ({ label, name, address }: Place): string =>
  [label ?? name, address.line1, address.city].filter(Boolean).join(', ')

interface ChoiceProps {
  readonly label: string
  readonly none: string
  readonly place: string
  readonly fault: string | undefined
  /** Undefined: the default. */
  readonly chosen: string | null | undefined
  readonly entries: readonly {
    readonly id: string
    readonly label: string
    readonly default: boolean
  }[]
  readonly onChoose: (id: string | null) => void
}

function Choice({ label, none, place, fault, chosen, entries, onChoose }: ChoiceProps) {
  const words = useWords().editor
  if (entries.length === 0 && chosen == null) return null
  const usual = entries.find((it) => it.default)?.id
  const value = (chosen === undefined ? usual : chosen) ?? ''
  const isKnown = value === '' || entries.some(({ id }) => id === value)
  return (
    <Grid.Col span={{ base: 12, md: 5 }}>
      <NativeSelect
        label={label}
        data-place={place}
        error={fault}
        value={value}
        data={[
          { value: '', label: none },
          ...entries.map((it) => ({ value: it.id, label: it.label })),
          ...(isKnown ? [] : [{ value, label: words.deletedEntry }]),
        ]}
        onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
      />
    </Grid.Col>
  )
}
