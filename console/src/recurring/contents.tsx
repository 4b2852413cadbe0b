import type { PaymentTerms } from '@billwright/rules/payment-terms'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useReducer, useState } from 'react'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { dotted } from '../components/dotted.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { tellDone } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { type Customer, customerQuery } from '../customers/queries.ts'
import { edited } from '../editor/edits.ts'
import { blankLine, type Form } from '../editor/form.ts'
import { changesOf } from '../editor/saving.ts'
import { todayIn, useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { Preview, Written } from './contents-fields.tsx'
import {
  type Content,
  contentOn,
  contentsOf,
  formOfContents,
  termsOfContents,
  withTerms,
} from './contents-form.ts'
import { RECURRING_KEY, type Recurring, recurringQuery } from './queries.ts'

const route = getRouteApi('/app/recurring/$id/contents')

/** Edits the contents from the next day on, from a later day on, or on one day only. */
export function RecurringContents() {
  const { id } = route.useParams()
  const read = useQuery({ ...recurringQuery(id), refetchOnWindowFocus: false })
  const settings = useQuery(settingsQuery)
  return (
    <QueryView of={settings}>
      {(known) => (
        <QueryView of={read} kind="recurring">
          {({ recurring, etag }) => (
            <WithCustomer recurring={recurring} etag={etag} settings={known} />
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

interface Props {
  readonly recurring: Recurring
  readonly etag: string | undefined
  readonly settings: Settings
}

function WithCustomer(props: Props) {
  const read = useQuery({
    ...customerQuery(props.recurring.customer_id),
    refetchOnWindowFocus: false,
  })
  return (
    <QueryView of={read} kind="customer">
      {({ customer }) => <Writing {...props} customer={customer} />}
    </QueryView>
  )
}

/** The whole contents, or the additions of one day. */
function useStart({ recurring, settings, customer }: Omit<Props, 'etag'> & Writer) {
  const { from, extra } = route.useSearch()
  const { language } = useLanguage()
  return useState((): { readonly form: Form; readonly terms: PaymentTerms | null } => {
    const today = todayIn(settings.timeZone)
    const context = { customer, settings, language, today }
    const content = contentOn(recurring, from ?? recurring.next?.date ?? today)
    if (extra === undefined)
      return { form: formOfContents(content, context), terms: termsOfContents(content) }
    const added = recurring.extras.find(({ date }) => date === extra)
    const { items: _items, ...head } = content
    const items = added && added.items.length > 0 ? { items: added.items } : {}
    const form = formOfContents({ ...head, ...items, notes: added?.notes ?? '' }, context)
    const lines = form.lines.length > 0 ? form.lines : [blankLine(settings, language)]
    return { form: { ...form, lines }, terms: null }
  })[0]
}

interface Writer {
  readonly customer: Customer
}

function Writing(props: Props & Writer) {
  const { recurring, etag, settings } = props
  const { id, name } = recurring
  const { from, extra } = route.useSearch()
  const words = useWords().recurring
  const { date } = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const start = useStart(props)
  const [form, edit] = useReducer(edited, start.form)
  const [terms, setTerms] = useState<PaymentTerms | null>(start.terms)
  const before = useMemo(() => withTerms(contentsOf(start.form), start.terms), [start])
  const after = withTerms(contentsOf(form), terms)
  const changes = changesOf(before, after) as Partial<Content>
  const [joins, setJoins] = useState(recurring.include_entries)
  const [isSaved, setSaved] = useState(false)
  const { mutate, error, isPending } = useChange({
    run: (api) => {
      const guarded = etag === undefined ? {} : { ifMatch: etag }
      if (extra === undefined)
        return api.patchRecurringInvoice({
          path: { id },
          body: {
            ...(Object.keys(changes).length > 0 && { invoice: changes }),
            ...(joins !== recurring.include_entries && { include_entries: joins }),
          },
          ...(from === undefined ? {} : { query: { from } }),
          ...guarded,
        })
      const { items } = contentsOf(form)
      const notes = form.texts.notes.trim() === '' ? null : form.texts.notes
      const path = { id, date: extra }
      return api.putOccurrence({ path, body: { items, notes }, ...guarded })
    },
    onSuccess: async () => {
      setSaved(true)
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.contentsSaved)
      await navigate({ to: '/recurring/$id', params: { id } })
    },
  })
  const isChanged = Object.keys(changes).length > 0 || joins !== recurring.include_entries
  const isDirty = !isSaved && isChanged
  const title =
    extra !== undefined
      ? words.addTo(date(extra))
      : from !== undefined
        ? words.contentsFrom(date(from))
        : words.contents
  return (
    <Page
      needs="write"
      title={dotted([name, title])}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(rest) => <Link {...rest} to="/recurring/$id" params={{ id }} />}
          >
            {words.cancel}
          </Button>
          <Button onClick={() => mutate()} loading={isPending} disabled={!isDirty}>
            {words.save}
          </Button>
        </>
      }
    >
      <LeaveGuard isDirty={isDirty && !isPending} />
      <Written
        form={form}
        edit={edit}
        error={error}
        settings={settings}
        isExtra={extra !== undefined}
        terms={terms}
        setTerms={setTerms}
        entries={from === undefined && extra === undefined ? { isOn: joins, turn: setJoins } : null}
      />
      {extra === undefined && (
        <Preview recurring={recurring} includesEntries={joins} content={after} from={from} />
      )}
    </Page>
  )
}
