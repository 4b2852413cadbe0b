import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { tellDone } from '../components/notices.tsx'
import { useFormat } from '../words/format.ts'
import { currentWords, useLanguage, useWords } from '../words/language.ts'
import type { AtOnce } from './coming-days.ts'
import type { Action } from './list.tsx'
import { RECURRING_KEY, type Recurring, type Run } from './queries.ts'

/**
 * Says which invoices are created at once. The element stays in the page, so that screen readers
 * announce changes.
 */
export function AtOnceNote({ action, days, isHeld }: AtOnce) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { date } = useFormat()
  const listed = new Intl.ListFormat(language).format(days.map(date))
  return (
    <div role="status" style={{ display: 'contents' }}>
      {days.length > 0 && (
        <Text size="sm" ta="end">
          {isHeld
            ? words.heldAtOnce(days.length)
            : words.atOnce[action as Action](days.length, listed)}
        </Text>
      )}
    </div>
  )
}

const TRIES = 20
const PAUSE_MS = 500

/** Waits until the service has created the invoices, then shows a notice with a link. */
export function useTellMade() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const show = ({ action }: AtOnce, customer_id: string, [made, ...more]: readonly Run[]) =>
    made?.invoice_id != null && more.length === 0
      ? navigate({ to: '/invoices/$id', params: { id: made.invoice_id } })
      : navigate({
          to: '/invoices',
          search: action === 'draft' ? { customer_id, status: 'draft' } : { customer_id },
        })
  return async ({ id, customer_id }: Saved, atOnce: AtOnce): Promise<void> => {
    const { action, days, isHeld } = atOnce
    if (days.length === 0 || isHeld) return
    const made = await whenMade(id, days)
    await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
    if (made.length === 0) return
    const words = currentWords().recurring
    const text = action === 'draft' ? words.draftsMade : words.invoicesMade
    tellDone(text(made.length), {
      label: words.showMade,
      run: () => show(atOnce, customer_id, made),
    })
  }
}

type Saved = Pick<Recurring, 'id' | 'customer_id'>

async function whenMade(id: string, days: readonly string[]): Promise<readonly Run[]> {
  for (let tries = 1; ; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const { data } = await api.listRecurringRuns({ path: { id } })
    const runs = data.filter((run) => days.includes(run.date))
    if (runs.length === days.length || tries === TRIES)
      return runs.filter((run) => run.invoice_id !== null)
  }
}
