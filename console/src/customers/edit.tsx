import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Api, isProblem } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { tellDone } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useWords } from '../words/language.ts'
import { toCustomerDraft } from './fields.ts'
import { CustomerForm } from './form.tsx'
import { CUSTOMERS_KEY, type Customer, customerQuery } from './queries.ts'

const route = getRouteApi('/app/customers/$id/edit')

export function NewCustomer() {
  const words = useWords().customerForm
  const queries = useQueryClient()
  const navigate = useNavigate()
  const settings = useQuery({ ...settingsQuery, refetchOnWindowFocus: false })
  const create = (country: string | null) => async (api: Api, body: Body) => {
    const address = { country_code: country, ...body.address }
    const customer = await api.createCustomer({ body: { name: '', ...body, address } })
    await queries.invalidateQueries({ queryKey: [CUSTOMERS_KEY] })
    tellDone(words.created(customer.name))
    await navigate({ to: '/customers/$id', params: { id: customer.id }, ignoreBlocker: true })
  }
  return (
    <Page title={words.newTitle} needs="write">
      <QueryView of={settings} lines={10}>
        {({ companyAddress: { countryCode } }) => (
          <CustomerForm
            stored={newDraft(countryCode)}
            onSave={create(countryCode)}
            back="/customers"
          />
        )}
      </QueryView>
    </Page>
  )
}

type Body = { readonly address?: object }

/** Most customers are in our country. */
const newDraft = (country: string | null) => ({
  ...toCustomerDraft({}),
  'address.country_code': country ?? '',
})

export function EditCustomer() {
  const { id } = route.useParams()
  const customer = useQuery({ ...customerQuery(id), refetchOnWindowFocus: false })
  return (
    <QueryView of={customer} kind="customer">
      {(it) => <EditForm {...it} />}
    </QueryView>
  )
}

interface Props {
  readonly customer: Customer
  readonly etag: string | undefined
}

function EditForm({ customer, etag }: Props) {
  const words = useWords().customerForm
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, name } = customer
  const stored = useMemo(() => toCustomerDraft(customer), [customer])
  const save = async (api: Api, body: object) => {
    try {
      await api.request('patchCustomer', { path: { id }, body, ifMatch: etag })
    } catch (error) {
      // Reads the stored version of another person and applies the changes made here to it.
      if (isProblem(error, 'precondition_failed'))
        await queries.refetchQueries({ queryKey: customerQuery(id).queryKey })
      throw error
    }
    await queries.invalidateQueries({ queryKey: [CUSTOMERS_KEY] })
    tellDone(words.saved(name))
    await navigate({ to: '/customers/$id', params: { id }, ignoreBlocker: true })
  }
  return (
    <Page title={words.editTitle(name)} needs="write">
      <CustomerForm stored={stored} onSave={save} back={`/customers/${id}`} />
    </Page>
  )
}
