import { getRouteApi } from '@tanstack/react-router'
import { EditById } from '../invoices/editor/edit.tsx'
import { NewDocument } from '../invoices/editor/new.tsx'

const newRoute = getRouteApi('/app/quotes/new')
const editRoute = getRouteApi('/app/quotes/$id/edit')

/** `/quotes/new` */
export function NewQuote() {
  const search = newRoute.useSearch()
  const navigate = newRoute.useNavigate()
  const onDraft = (draft: string) =>
    navigate({ search: (before) => ({ ...before, draft }), replace: true })
  return <NewDocument kind="quote" search={search} onDraft={onDraft} />
}

/** `/quotes/:id/edit` */
export function EditQuote() {
  const { id } = editRoute.useParams()
  return <EditById key={id} kind="quote" id={id} />
}
