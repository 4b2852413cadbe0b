import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Reading } from '../../parts/reading.tsx'
import { settingsQuery } from '../../queries.ts'
import { useLanguage } from '../../words.tsx'
import { invoiceQuery } from '../queries.ts'
import { bodyOf } from './body.ts'
import { Editor } from './editor.tsx'
import { formOf, type Settings } from './form.ts'
import { forget, keptOf } from './kept.ts'
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
    <Reading of={settings}>
      {(known) => (
        <Reading of={read}>
          {(it) =>
            it.invoice.status === 'draft' ? (
              <Opened {...it} settings={known} />
            ) : (
              <Navigate to="/invoices/$id" params={{ id }} replace />
            )
          }
        </Reading>
      )}
    </Reading>
  )
}

type Read = Awaited<ReturnType<NonNullable<ReturnType<typeof invoiceQuery>['queryFn']>>>

function Opened({ invoice, etag, settings }: Read & { readonly settings: Settings }) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [round, setRound] = useState(0)
  const [start] = useState(() => startOf({ invoice, etag }, settings, language))
  const [fresh, setFresh] = useState<Start | null>(null)
  const discard = () => {
    forget(invoice.id)
    setFresh(startOf({ invoice, etag }, settings, language))
    setRound(round + 1)
  }
  return (
    <Editor
      key={round}
      start={fresh ?? start}
      settings={settings}
      onCreated={(id) => navigate({ to: '/invoices/$id/edit', params: { id } })}
      onDiscard={discard}
    />
  )
}

/** What this browser kept of it goes before what the service has: nobody else has that. */
function startOf(
  { invoice, etag }: Read,
  settings: Settings,
  language: Parameters<typeof formOf>[2],
): Start {
  const form = formOf(invoice, settings, language)
  const corrects = invoice.corrects?.number ?? null
  const body = ownBody(bodyOf(form), corrects !== null)
  const kept = keptOf(invoice.id)
  if (kept === null) return { form, saved: { id: invoice.id, etag, body }, keptAt: null, corrects }
  const seen = kept.etag ?? etag
  return {
    form: kept.form,
    saved: { id: invoice.id, etag: seen, body },
    keptAt: kept.at,
    corrects,
  }
}
