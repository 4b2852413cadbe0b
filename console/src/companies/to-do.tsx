import type { Entry } from '@billwright/sdk'
import { Button, Paper, Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { inOtherCompany } from '../api/company.ts'
import { dotted } from '../components/dotted.ts'
import { MatterIcon } from '../dashboard/attention.tsx'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { workQuery } from './work.ts'
import '../dashboard/dashboard.css'

type Company = Entry<'listCompanies'>
type Matter = Entry<'listAttention'>

const SHOWN = 6

/** What waits in these companies, the oldest first; several of a kind in one company are one row. */
export function CompaniesToDo({ of }: { readonly of: readonly Company[] }) {
  const words = useWords()
  const found = useQueries({ queries: of.map(({ handle }) => workQuery(handle)) })
  const rows = of.flatMap((company, at): readonly WaitingRow[] => {
    const { matters = [], toConfirm = 0 } = found[at]?.data ?? {}
    const groups = Map.groupBy(matters, ({ kind, code }) => `${kind} ${code}`)
    return [
      ...(toConfirm > 0 ? [{ company, matters: [], toConfirm }] : []),
      ...[...groups.values()].map((matters) => ({ company, matters, toConfirm: 0 })),
    ]
  })
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="to-do">
      <Title order={2} size="sm" mb={10} mt="md" id="to-do" className="with-count">
        {words.companies.toDo}
        <small>{words.companies.oldestFirst(rows.length)}</small>
      </Title>
      <Paper component="ul" className="todo">
        {rows
          .toSorted((a, b) => (sinceOf(a) < sinceOf(b) ? -1 : 1))
          .slice(0, SHOWN)
          .map((row) => (
            <Row
              key={`${row.company.id} ${row.matters[0]?.kind} ${row.matters[0]?.code}`}
              {...row}
            />
          ))}
      </Paper>
    </section>
  )
}

interface WaitingRow {
  readonly company: Company
  /** Of one kind, the oldest first; none: payments to confirm. */
  readonly matters: readonly Matter[]
  readonly toConfirm: number
}

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString()

const sinceOf = ({ matters }: WaitingRow): string => matters[0]?.since ?? ''

function Row({ company: { name, handle }, matters, toConfirm }: WaitingRow) {
  const words = useWords()
  const format = useFormat()
  const [first, ...others] = matters
  const texts: Readonly<Record<string, string>> = {
    ...words.recurring.attention,
    ...words.attention.texts,
  }
  const what =
    first === undefined
      ? words.dashboard.toConfirm(toConfirm)
      : first.kind === 'reminder' && others.length > 0
        ? words.companies.remindersWait(matters.length)
        : words.companies.andMore(nameOf(first, words), others.length)
  const about =
    first?.kind === 'reminder' && others.length > 0
      ? matters.map((it) => nameOf(it, words)).join(', ')
      : first && (texts[first.code] ?? problemText(first)).replace(/\.$/, '')
  return (
    <li>
      <MatterIcon kind={first?.kind ?? 'bank'} />
      <div>
        <b>{name}</b>
        {'\u2002'}
        {what}
        {first && (
          <small>
            {dotted([about, !isToday(first.since) && format.shortInstant(first.since)])}
          </small>
        )}
      </div>
      <div className="todo-actions">
        <Button
          component="a"
          size="xs"
          variant="default"
          href={inOtherCompany(handle, placeOf(matters))}
          aria-label={`${words.attention.look}: ${name}, ${what}`}
        >
          {words.attention.look}
        </Button>
      </div>
    </li>
  )
}

function nameOf({ resource: { type, name } }: Matter, words: ReturnType<typeof useWords>): string {
  const said = words.attention
  const jobs: Readonly<Record<string, string>> = words.jobs.kinds
  switch (type) {
    case 'mail_transport':
      return said.mailServer
    case 'access_point':
      return said.accessPoint
    case 'webhook':
      return said.webhook(name)
    case 'job':
      return said.job(jobs[name] ?? name)
    case 'limit':
      return said.limit(said.limits[name as keyof typeof said.limits])
    case 'quote':
      return said.quote(name)
    default:
      return name
  }
}

const PLACES: Readonly<Record<string, string>> = {
  message: '/mail',
  mail_transport: '/mail/server',
  customer: '/customers',
  recurring: '/recurring',
  invoice: '/invoices',
  quote: '/quotes',
  webhook: '/access/webhooks',
  job: '/access/jobs',
  access_point: '/settings/einvoices',
  limit: '/access/usage',
  bank_file: '/bank/files',
  bank_entry: '/bank',
  provider_payment: '/bank/online',
  payment_provider: '/settings/online',
}
/** Places where a matter has a page of its own. */
const OWN_PAGES: ReadonlySet<string> = new Set([
  'customer',
  'recurring',
  'invoice',
  'quote',
  'webhook',
])

/** Where the matters of a row are settled. */
function placeOf([first, ...others]: readonly Matter[]): string {
  if (first === undefined) return '/bank'
  if (first.kind === 'reminder') return '/reminders'
  const { type, id } = first.resource
  const place = PLACES[type] ?? '/'
  if (!OWN_PAGES.has(type)) return place
  return others.length === 0 ? `${place}/${id}` : '/'
}
