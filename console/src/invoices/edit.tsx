import { getRouteApi } from '@tanstack/react-router'
import { EditById } from '../editor/edit.tsx'
import { NewDocument } from '../editor/new.tsx'
import { IssueButtons } from './issue/buttons.tsx'

const newRoute = getRouteApi('/app/invoices/new')
const editRoute = getRouteApi('/app/invoices/$id/edit')

/** `/invoices/new` */
export function NewInvoice() {
  const search = newRoute.useSearch()
  const navigate = newRoute.useNavigate()
  // The customer stays in the URL, which identifies this page.
  const onDraft = (draft: string) =>
    navigate({ search: (before) => ({ ...before, draft }), replace: true })
  return <NewDocument kind="invoice" leaving={IssueButtons} {...{ search, onDraft }} />
}

/** `/invoices/:id/edit` */
export function EditInvoice() {
  const { id } = editRoute.useParams()
  return <EditById key={id} kind="invoice" id={id} leaving={IssueButtons} />
}
