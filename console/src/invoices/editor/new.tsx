import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { Reading } from '../../parts/reading.tsx'
import { settingsQuery } from '../../queries.ts'
import { useLanguage } from '../../words.tsx'
import { EditById } from './edit.tsx'
import { Editor } from './editor.tsx'
import { type Customer, newForm, type Settings, withCustomer } from './form.ts'
import { forget, keptOf } from './kept.ts'
import type { Start } from './use-editor.ts'

const route = getRouteApi('/app/invoices/new')

/** `/invoices/new`; once it is saved the address names the draft, so that a reload opens it again. */
export function NewInvoice() {
  const { draft, customer_id: customerId } = route.useSearch()
  const navigate = route.useNavigate()
  const created = useRef<string | null>(null)
  const round = useRound(draft)
  if (draft !== undefined && draft !== created.current) return <EditById key={draft} id={draft} />
  const onCreated = (id: string) => {
    created.current = id
    void navigate({ search: { draft: id }, replace: true })
  }
  return <Blank key={round} customerId={customerId ?? null} onCreated={onCreated} />
}

/** Counts how often one came back from a draft to the address of a new one. */
function useRound(draft: string | undefined): number {
  const before = useRef(draft)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (before.current !== undefined && draft === undefined) setRound((it) => it + 1)
    before.current = draft
  }, [draft])
  return round
}

interface BlankProps {
  readonly customerId: string | null
  readonly onCreated: (id: string) => void
}

function Blank({ customerId, onCreated }: BlankProps) {
  const settings = useQuery(settingsQuery)
  const customer = useQuery({
    queryKey: ['customers', 'one', customerId],
    queryFn: () => (customerId === null ? null : api.getCustomer({ path: { id: customerId } })),
  })
  return (
    <Reading of={settings}>
      {(known) => (
        <Reading of={customer}>
          {(chosen) => <Opened settings={known} customer={chosen} onCreated={onCreated} />}
        </Reading>
      )}
    </Reading>
  )
}

interface OpenedProps {
  readonly settings: Settings
  readonly customer: Customer | null
  readonly onCreated: (id: string) => void
}

function Opened({ settings, customer, onCreated }: OpenedProps) {
  const { language } = useLanguage()
  const blank = (): Start => {
    const form = newForm(settings, language, todayIn(settings.timeZone))
    return {
      form: customer === null ? form : withCustomer(form, customer, settings),
      saved: null,
      keptAt: null,
      corrects: null,
    }
  }
  const [{ start, round }, setStart] = useState(() => {
    const kept = customer === null ? keptOf(null) : null
    const restored = kept && { form: kept.form, saved: null, keptAt: kept.at, corrects: null }
    return { start: restored ?? blank(), round: 0 }
  })
  const discard = () => {
    forget(null)
    setStart({ start: blank(), round: round + 1 })
  }
  return (
    <Editor
      key={round}
      start={start}
      settings={settings}
      onCreated={onCreated}
      onDiscard={discard}
    />
  )
}

/** The company's day, as the service dates documents. */
const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
