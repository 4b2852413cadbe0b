import { getRouteApi } from '@tanstack/react-router'
import { EditById } from '../editor/edit.tsx'
import { NewDocument } from '../editor/new.tsx'
import { QuoteButtons } from './buttons.tsx'

const newRoute = getRouteApi('/app/quotes/new')
const editRoute = getRouteApi('/app/quotes/$id/edit')

/** `/quotes/new` */
export function NewQuote() {
  const search = newRoute.useSearch()
  const navigate = newRoute.useNavigate()
  const onDraft = (draft: string) =>
    navigate({ search: (before) => ({ ...before, draft }), replace: true })
  return <NewDocument kind="quote" leaving={QuoteButtons} {...{ search, onDraft }} />
}

/** `/quotes/:id/edit` */
export function EditQuote() {
  const { id } = editRoute.useParams()
  return <EditById key={id} kind="quote" id={id} leaving={QuoteButtons} />
}
