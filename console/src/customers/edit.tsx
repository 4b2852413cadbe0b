import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Api, isProblem } from '../api/client.ts'
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
  const create = async (api: Api, body: object) => {
    const customer = await api.createCustomer({ body: { name: '', ...body } })
    await queries.invalidateQueries({ queryKey: [CUSTOMERS_KEY] })
    tellDone(words.created(customer.name))
    await navigate({ to: '/customers/$id', params: { id: customer.id }, ignoreBlocker: true })
  }
  return (
    <Page title={words.newTitle} needs="write">
      <CustomerForm stored={NOTHING} onSave={create} back="/customers" />
    </Page>
  )
}

const NOTHING = toCustomerDraft({})

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
