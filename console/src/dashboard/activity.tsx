import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { actorName } from '../components/actor.ts'
import { dotted } from '../components/dotted.ts'
import { IconAlertCircle, IconCheck, IconEye, IconFileInvoice } from '../components/icons.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { activityQuery } from './queries.ts'

const SHOWN = 6

const ICONS: Readonly<Record<string, typeof IconEye>> = {
  'invoice.viewed': IconEye,
  'invoice.payment_recorded': IconCheck,
  'invoice.paid': IconCheck,
  'invoice.overdue': IconAlertCircle,
}

/** The newest event of each invoice: what led to it is on its page. */
export function Activity() {
  const words = useWords().dashboard
  const types: Readonly<Record<string, string>> = words.events
  const format = useFormat()
  const { data: events } = useQuery(activityQuery)
  const newest = [...Map.groupBy(events ?? [], ({ resource }) => resource.id).values()]
  const shown = newest.flatMap((all) => {
    const event = all.find(({ type }) => types[type] !== undefined)
    if (event === undefined) return []
    const { number, customer_name: customer } = event.data
    const what = types[event.type]
    return what === undefined ? [] : [{ event, what, name: number ?? customer, customer }]
  })
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="activity">
      <Title order={2} size="sm" mb={8} id="activity">
        {words.activity}
      </Title>
      <ul className="lately">
        {shown.slice(0, SHOWN).map(({ event, what, name, customer }) => {
          const Icon = ICONS[event.type] ?? IconFileInvoice
          return (
            <li key={event.id}>
              <Icon size={15} aria-hidden />
              <div>
                <TextLink to="/invoices/$id" params={{ id: event.resource.id }} inherit fw={500}>
                  {name}
                </TextLink>{' '}
                {what}
                <small>{dotted([name !== customer && customer, actorName(event.actor)])}</small>
              </div>
              <time dateTime={event.created_at} title={format.instant(event.created_at)}>
                {format.shortInstant(event.created_at)}
              </time>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
