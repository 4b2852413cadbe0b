import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryView } from '../../components/query-view.tsx'
import { useLanguage } from '../../language.ts'
import { settingsQuery } from '../../queries.ts'
import { usePerson } from '../../session.ts'
import type { Language } from '../../words/languages.ts'
import { invoiceQuery } from '../queries.ts'
import { bodyOf } from './body.ts'
import { Editor } from './editor.tsx'
import { formOf, type Settings } from './form.ts'
import type { Kept, Place } from './kept.ts'
import { KeptOffer } from './kept-offer.tsx'
import { ownBody, type Start } from './use-editor.ts'

const route = getRouteApi('/app/invoices/$id/edit')

/** `/invoices/:id/edit` */
export function EditInvoice() {
  const { id } = route.useParams()
  return <EditById key={id} id={id} />
}

/** A draft that is saved already; anything else has no editor. */
export function EditById({ id }: { readonly id: string }) {
  const settings = useQuery(settingsQuery)
  const read = useQuery({
    ...invoiceQuery(id),
    queryKey: ['invoices', 'edit', id],
    // What is edited begins with what the service has now, and is not replaced under the writer.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryView of={settings}>
      {(known) => (
        <QueryView of={read} kind="invoice">
          {(it) =>
            it.invoice.status === 'draft' ? (
              <Opened {...it} settings={known} />
            ) : (
              <Navigate to="/invoices/$id" params={{ id }} replace />
            )
          }
        </QueryView>
      )}
    </QueryView>
  )
}

type Read = Awaited<ReturnType<NonNullable<ReturnType<typeof invoiceQuery>['queryFn']>>>

function Opened(read: Read & { readonly settings: Settings }) {
  const place: Place = { person: usePerson(), origin: `draft:${read.invoice.id}` }
  return (
    <KeptOffer place={place}>{(kept) => <Writing {...read} place={place} kept={kept} />}</KeptOffer>
  )
}

interface WritingProps extends Read {
  readonly settings: Settings
  readonly place: Place
  readonly kept: Kept | null
}

function Writing({ settings, ...given }: WritingProps) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [start] = useState(() => startOf(given, settings, language))
  return (
    <Editor
      start={start}
      settings={settings}
      onCreated={(id) => navigate({ to: '/invoices/$id/edit', params: { id } })}
    />
  )
}

/** What is continued was typed on the version that was seen then. */
function startOf(
  { invoice, etag, place, kept }: Omit<WritingProps, 'settings'>,
  settings: Settings,
  language: Language,
): Start {
  const form = formOf(invoice, settings, language)
  const corrects = invoice.corrects?.number ?? null
  const body = ownBody(bodyOf(form), corrects !== null)
  const saved = { id: invoice.id, etag: kept?.etag ?? etag, body }
  return { form: kept?.form ?? form, saved, place, kept, corrects }
}
