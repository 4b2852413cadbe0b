import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { usePerson } from '../api/session.ts'
import { QueryView } from '../components/query-view.tsx'
import { customerQuery } from '../customers/queries.ts'
import { todayIn } from '../words/format.ts'
import { useLanguage } from '../words/language.ts'
import { EditById } from './edit.tsx'
import { Editor, type Leaving } from './editor.tsx'
import { asQuote, type Customer, type Kind, newForm, withCustomer } from './form.ts'
import type { Kept, Place } from './kept.ts'
import { KeptOffer } from './kept-offer.tsx'
import type { NewSearch } from './new-search.ts'
import type { Start } from './use-saving.ts'

interface NewDocumentProps {
  readonly kind: Kind
  readonly search: NewSearch
  /** Puts the draft into the URL, so that a reload opens it again. */
  readonly onDraft: (id: string) => unknown
  readonly leaving: Leaving
}

export function NewDocument({ kind, search, onDraft, leaving }: NewDocumentProps) {
  const { draft, customer_id: customerId } = search
  const person = usePerson()
  const created = useRef<string | null>(null)
  const round = useRound(draft)
  if (draft !== undefined && draft !== created.current)
    return <EditById key={draft} kind={kind} id={draft} leaving={leaving} />
  const onCreated = (id: string) => {
    created.current = id
    void onDraft(id)
  }
  const page = { place: placeOf(kind, person, customerId), leaving, onCreated }
  const key = `${round} ${page.place.origin}`
  return customerId === undefined ? (
    <WithSettings key={key} {...page} customer={null} />
  ) : (
    <ForCustomer key={key} {...page} customerId={customerId} />
  )
}

const placeOf = (kind: Kind, person: string, customerId: string | undefined): Place => ({
  kind,
  person,
  origin: customerId === undefined ? 'new' : `for:${customerId}`,
})

/** Counts the returns from a draft to the URL of a new one. */
function useRound(draft: string | undefined): number {
  const before = useRef(draft)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (before.current !== undefined && draft === undefined) setRound((it) => it + 1)
    before.current = draft
  }, [draft])
  return round
}

interface NewProps {
  readonly place: Place
  readonly leaving: Leaving
  readonly onCreated: (id: string) => void
}

function ForCustomer({ customerId, ...page }: NewProps & { readonly customerId: string }) {
  const read = useQuery({ ...customerQuery(customerId), refetchOnWindowFocus: false })
  return (
    <QueryView of={read} kind="customer">
      {({ customer }) => <WithSettings {...page} customer={customer} />}
    </QueryView>
  )
}

function WithSettings({ place, ...page }: NewProps & { readonly customer: Customer | null }) {
  const settings = useQuery(settingsQuery)
  return (
    <QueryView of={settings}>
      {(known) => (
        <KeptOffer place={place}>
          {(kept) => <Opened {...{ ...page, place, kept }} settings={known} />}
        </KeptOffer>
      )}
    </QueryView>
  )
}

interface OpenedProps extends NewProps {
  readonly kept: Kept | null
  readonly settings: Settings
  readonly customer: Customer | null
}

function Opened({ place, kept, settings, customer, leaving, onCreated }: OpenedProps) {
  const { language } = useLanguage()
  const [start] = useState((): Start => {
    const invoice = newForm(settings, language, todayIn(settings.timeZone))
    const blank = place.kind === 'quote' ? asQuote(invoice, settings) : invoice
    const form = customer === null ? blank : withCustomer(blank, customer, settings)
    return { form: kept?.form ?? form, saved: null, place, kept, corrects: null }
  })
  return <Editor {...{ start, settings, leaving, onCreated }} />
}
