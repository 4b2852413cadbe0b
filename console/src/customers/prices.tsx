import type { Data } from '@billwright/sdk'
import {
  Alert,
  Anchor,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api, fieldErrorsOf, isProblem, messageOf } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { AddList, EntryAction } from '../components/add-list.tsx'
import { useCurrencies } from '../components/choices.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { IconTrash } from '../components/icons.ts'
import { tellDone } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { PRODUCTS_KEY, productQuery } from '../products/queries.ts'
import { shownDecimal, shownPercent, toDecimal } from '../words/decimal-text.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'

const SHOWN_MAX = 100
const FOUND_MAX = 8
const TYPING_MS = 150

type Price = Data<'listCustomerPrices'>['data'][number]

const keyOf = (id: string) => ['customer-prices', id]

const pricesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) =>
      api.listCustomerPrices({ path: { id }, query: { limit: SHOWN_MAX }, signal }),
  })

/** The prices of this customer instead of the list prices. */
export function CustomerPrices({
  id,
  currency,
}: {
  readonly id: string
  readonly currency: string
}) {
  const words = useWords().customerPrices
  const prices = useQuery(pricesQuery(id))
  const mayWrite = useMay('write')
  const [isOpen, dialog] = useDisclosure()
  return (
    <Paper p="md">
      <Stack gap="sm">
        <Title order={2} size="sm">
          {words.title}
        </Title>
        <AddList
          of={prices}
          none={words.none}
          add={mayWrite ? { label: words.add, onAdd: dialog.open } : null}
        >
          {(price) => <PriceRow key={price.id} price={price} />}
        </AddList>
      </Stack>
      {isOpen && <AddDialog id={id} currency={currency} onClose={dialog.close} />}
    </Paper>
  )
}

function PriceRow({ price }: { readonly price: Price }) {
  const words = useWords().customerPrices
  const { language } = useLanguage()
  const format = useFormat()
  const mayWrite = useMay('write')
  const { data } = useQuery(productQuery(price.product_id))
  const { act, isBusy } = useAct(keyOf(price.customer_id))
  const name = data?.product.name ?? '…'
  const remove = () =>
    act({
      run: (changes) =>
        changes.deleteCustomerPrice({ path: { id: price.customer_id, price_id: price.id } }),
      done: words.deleted(name),
    })
  const conditions = [
    price.min_quantity !== '1' && words.fromQuantity(shownDecimal(price.min_quantity, language)),
    price.from !== null && words.fromDay(format.date(price.from)),
    price.until !== null && words.untilDay(format.date(price.until)),
  ].filter(Boolean)
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
      <div style={{ minWidth: 0 }}>
        <Anchor
          component={Link}
          to={`/products/${price.product_id}`}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {dotted(conditions)}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" fw={600} className="figures">
          {price.unit_price !== null && price.currency !== null
            ? format.price(price.unit_price, price.currency)
            : `−${shownPercent(price.discount_percent ?? '0', language)}`}
        </Text>
        {mayWrite && (
          <EntryAction
            label={words.delete(name)}
            Icon={IconTrash}
            isBusy={isBusy}
            onClick={remove}
          />
        )}
      </Group>
    </Group>
  )
}

interface AddProps {
  readonly id: string
  readonly currency: string
  readonly onClose: () => void
}

function AddDialog({ id, currency: usual, onClose }: AddProps) {
  const words = useWords().customerPrices
  const { language } = useLanguage()
  const queries = useQueryClient()
  const currencies = useCurrencies()
  const [product, setProduct] = useState<string | null>(null)
  const [isDiscount, setDiscount] = useState(false)
  const [amount, setAmount] = useState('')
  const [currency, setCurrency] = useState(usual)
  const [minQuantity, setMinQuantity] = useState('')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const { mutate, error, isPending } = useChange({
    run: (changes) =>
      changes.createCustomerPrice({
        path: { id },
        body: {
          product_id: product ?? '',
          ...(isDiscount
            ? { discount_percent: toDecimal(amount, language) }
            : { unit_price: toDecimal(amount, language), currency }),
          ...(minQuantity.trim() !== '' && { min_quantity: toDecimal(minQuantity, language) }),
          from: from === '' ? null : from,
          until: until === '' ? null : until,
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keyOf(id) })
      tellDone(words.added)
      onClose()
    },
  })
  const errors = fieldErrorsOf(error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (product !== null) mutate()
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.addTitle} isBusy={isPending}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {error !== null && Object.keys(errors).length === 0 && (
            <Alert color="red" role="alert">
              {isProblem(error, 'too_many_prices') ? words.tooMany : messageOf(error)}
            </Alert>
          )}
          <ProductField value={product} error={errors.product_id} onChange={setProduct} />
          <SegmentedControl
            aria-label={words.kind}
            data={[
              { value: 'price', label: words.price },
              { value: 'discount', label: words.discount },
            ]}
            value={isDiscount ? 'discount' : 'price'}
            onChange={(kind) => setDiscount(kind === 'discount')}
          />
          <SimpleGrid cols={2} style={{ alignItems: 'start' }}>
            <TextInput
              label={isDiscount ? words.percent : words.price}
              value={amount}
              error={errors.unit_price ?? errors.discount_percent}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => setAmount(event.currentTarget.value)}
            />
            {!isDiscount && (
              <NativeSelect
                label={words.currency}
                value={currency}
                error={errors.currency}
                data={currencies.map(({ value }) => value)}
                onChange={(event) => setCurrency(event.currentTarget.value)}
              />
            )}
          </SimpleGrid>
          <TextInput
            label={words.minQuantity}
            value={minQuantity}
            error={errors.min_quantity}
            inputMode="decimal"
            placeholder="1"
            autoComplete="off"
            onChange={(event) => setMinQuantity(event.currentTarget.value)}
          />
          <SimpleGrid cols={2} style={{ alignItems: 'start' }}>
            <DayField label={words.from} value={from} error={errors.from} onChange={setFrom} />
            <DayField label={words.until} value={until} error={errors.until} onChange={setUntil} />
          </SimpleGrid>
          <FormButtons submit={words.save} isBusy={isPending} isIncomplete={product === null} />
        </Stack>
      </form>
    </Dialog>
  )
}

interface ProductFieldProps {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (id: string | null) => void
}

/** Finds a product by the beginnings of its words. */
function ProductField({ value, error, onChange }: ProductFieldProps) {
  const words = useWords().customerPrices
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const { data } = useQuery({
    queryKey: [PRODUCTS_KEY, 'found', q],
    queryFn: ({ signal }) =>
      api.listProducts({
        query: { archived: false, limit: FOUND_MAX, ...(q !== '' && { q }) },
        signal,
      }),
    placeholderData: (before) => before,
  })
  const found = (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Select
      label={words.product}
      placeholder={words.productHint}
      data={found}
      searchable
      filter={({ options }) => options}
      value={value}
      error={error}
      searchValue={text}
      onSearchChange={setText}
      onChange={onChange}
      data-autofocus
    />
  )
}
