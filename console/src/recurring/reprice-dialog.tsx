import type { Data } from '@billwright/sdk'
import { Box, Select, SimpleGrid, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { DayField } from '../components/date-field.tsx'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { RECURRING_KEY } from './queries.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Repriced = Data<'repriceRecurringInvoices'>['data']

/**
 * Sets new prices from a day on in all recurring invoices, or in those of a customer or product.
 */
export function RepriceDialog({ isOpen, onClose }: Props) {
  const words = useWords().recurring
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.reprice} size="xl">
      {isOpen && <RepriceForm onDone={onClose} />}
    </Dialog>
  )
}

const ROUNDINGS = ['0.01', '0.05', '0.10', '0.50', '1']
const LISTED = 100

function useChoices() {
  const query = { limit: LISTED, sort: 'name' as const }
  const customers = useQuery({
    queryKey: ['customers', 'choices'],
    queryFn: ({ signal }) => api.listCustomers({ query: { ...query, archived: false }, signal }),
  })
  const products = useQuery({
    queryKey: ['products', 'choices'],
    queryFn: ({ signal }) => api.listProducts({ query: { ...query, archived: false }, signal }),
  })
  const toChoice = ({ id, name }: { readonly id: string; readonly name: string }) => ({
    value: id,
    label: name,
  })
  return {
    customers: customers.data?.data.map(toChoice) ?? [],
    products: products.data?.data.map(toChoice) ?? [],
  }
}

function RepriceForm({ onDone }: { readonly onDone: () => void }) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const queries = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const { customers, products } = useChoices()
  const [percent, setPercent] = useState('')
  const [roundTo, setRoundTo] = useState('0.01')
  const [typedFrom, setFrom] = useState<string | null>(null)
  const [customer, setCustomer] = useState<string | null>(null)
  const [product, setProduct] = useState<string | null>(null)
  const [shown, setShown] = useState<Repriced | null>(null)
  const from = typedFrom ?? todayIn(settings?.timeZone ?? 'UTC')
  const body = {
    percent: toDecimal(percent, language),
    round_to: roundTo,
    from,
    ...(customer === null ? {} : { customer_id: customer }),
    ...(product === null ? {} : { product_id: product }),
  }
  const preview = useChange({
    run: (api) => api.repriceRecurringInvoices({ body: { ...body, dry_run: true } }),
    onSuccess: ({ data }) => setShown(data),
  })
  const apply = useChange({
    run: (api) => api.repriceRecurringInvoices({ body }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.repriced(data.length))
      onDone()
    },
  })
  /** Applies exactly the previewed prices. */
  const typed = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setShown(null)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (shown === null) preview.mutate()
        else apply.mutate()
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 3 }} verticalSpacing="sm">
          <TextInput
            label={words.percent}
            required
            inputMode="decimal"
            placeholder={shownDecimal('3.5', language)}
            value={percent}
            onChange={({ currentTarget: { value } }) => typed(setPercent)(value)}
          />
          <Select
            label={words.roundTo}
            data={ROUNDINGS.map((value) => ({ value, label: shownDecimal(value, language) }))}
            allowDeselect={false}
            value={roundTo}
            onChange={typed((value: string | null) => value !== null && setRoundTo(value))}
          />
          <DayField label={words.repriceFrom} required value={from} onChange={typed(setFrom)} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
          <Select
            label={words.onlyCustomer}
            placeholder={words.all}
            data={customers}
            searchable
            clearable
            value={customer}
            onChange={typed(setCustomer)}
          />
          <Select
            label={words.onlyProduct}
            placeholder={words.all}
            data={products}
            searchable
            clearable
            value={product}
            onChange={typed(setProduct)}
          />
        </SimpleGrid>
        {shown !== null && <Shown repriced={shown} />}
        <FormFault error={preview.error ?? apply.error} />
        {shown === null ? (
          <FormButtons
            submit={words.showPrices}
            isBusy={preview.isPending}
            isIncomplete={percent.trim() === ''}
          />
        ) : (
          <FormButtons
            submit={words.changePrices(shown.length)}
            isBusy={apply.isPending}
            isIncomplete={shown.length === 0}
          />
        )}
      </Stack>
    </form>
  )
}

function Shown({ repriced }: { readonly repriced: Repriced }) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { shortDate } = useFormat()
  if (repriced.length === 0) return <Text size="sm">{words.noPrices}</Text>
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  const price = (text: string | null) =>
    text === null ? words.listPrice : format.format(text as `${number}`)
  return (
    <Box mah={320} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={words.after}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th visibleFrom="sm">{words.repriceFrom}</Table.Th>
            <Table.Th className="figures">{words.before}</Table.Th>
            <Table.Th className="figures">{words.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {repriced.flatMap(({ id, name, date: day, items }) =>
            items.map(({ description, before, after }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items of a schedule have no id.
              <Table.Tr key={`${id} ${index}`}>
                <Table.Td>
                  {name}
                  <Text size="xs" c="dimmed">
                    {description}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm" c="dimmed" className="nowrap">
                  {shortDate(day)}
                </Table.Td>
                <Table.Td className="figures">{price(before)}</Table.Td>
                <Table.Td className="figures">{price(after)}</Table.Td>
              </Table.Tr>
            )),
          )}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
