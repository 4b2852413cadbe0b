import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { usePerson } from '../api/session.ts'
import { QueryView } from '../components/query-view.tsx'
import { useLanguage } from '../words/language.ts'
import type { Language } from '../words/languages.ts'
import { Editor, type Leaving } from './editor.tsx'
import { formOf, type Kind } from './form.ts'
import type { Kept, Place } from './kept.ts'
import { KeptOffer } from './kept-offer.tsx'
import { readVersion, type Version } from './saving.ts'
import { ownBody } from './use-editor.ts'
import type { Start } from './use-saving.ts'

interface Props {
  readonly kind: Kind
  readonly id: string
  readonly leaving: Leaving
}

const LISTS = { invoice: 'invoices', quote: 'quotes' } as const

/** A saved draft; issued invoices have no editor. */
export function EditById({ kind, id, leaving }: Props) {
  const settings = useQuery(settingsQuery)
  const read = useQuery({
    queryKey: [LISTS[kind], 'edit', id],
    queryFn: () => readVersion(kind, id),
    // The form starts with the current version and is not replaced while a person types.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <QueryView of={settings}>
      {(known) => (
        <QueryView of={read} kind={kind}>
          {(it) =>
            it.document.status === 'draft' ? (
              <Opened {...it} kind={kind} leaving={leaving} settings={known} />
            ) : (
              <Navigate to={`/${LISTS[kind]}/$id`} params={{ id }} replace />
            )
          }
        </QueryView>
      )}
    </QueryView>
  )
}

interface OpenedProps extends Version {
  readonly kind: Kind
  readonly leaving: Leaving
  readonly settings: Settings
}

function Opened(read: OpenedProps) {
  const place: Place = {
    kind: read.kind,
    person: usePerson(),
    origin: `draft:${read.document.id}`,
  }
  return (
    <KeptOffer place={place}>{(kept) => <Writing {...read} place={place} kept={kept} />}</KeptOffer>
  )
}

interface WritingProps extends OpenedProps {
  readonly place: Place
  readonly kept: Kept | null
}

function Writing({ settings, leaving, ...given }: WritingProps) {
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [start] = useState(() => startOf(given, settings, language))
  return (
    <Editor
      start={start}
      settings={settings}
      leaving={leaving}
      onCreated={(id) => navigate({ to: `/${LISTS[given.kind]}/$id/edit`, params: { id } })}
    />
  )
}

/** Restored changes belong to the version that they were typed on. */
function startOf(
  { document, etag, place, kept }: Omit<WritingProps, 'settings' | 'leaving'>,
  settings: Settings,
  language: Language,
): Start {
  const form = formOf(document, settings, language)
  const corrects = 'corrects' in document ? (document.corrects?.number ?? null) : null
  const body = ownBody(form, corrects !== null)
  const saved = { id: document.id, etag: kept?.etag ?? etag, body }
  return { form: kept?.form ?? form, saved, place, kept, corrects }
}
