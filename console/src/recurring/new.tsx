import type { PaymentTerms } from '@billwright/rules/payment-terms'
import { Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useReducer, useState } from 'react'
import { fieldErrorsOf } from '../api/client.ts'
import { type Settings, settingsQuery } from '../api/queries.ts'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useChange } from '../components/use-send.ts'
import { CustomerField } from '../editor/customer-field.tsx'
import { edited } from '../editor/edits.ts'
import { newForm, withCustomer } from '../editor/form.ts'
import { todayIn } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { AtOnceNote, useTellMade } from './at-once.tsx'
import { atOnceAfterSaving, NOTHING_MADE } from './coming-days.ts'
import { Preview, Written } from './contents-fields.tsx'
import { contentsOf, withTerms } from './contents-form.ts'
import { type Plan, PlanFields } from './plan-fields.tsx'
import { RECURRING_KEY } from './queries.ts'
import { scheduleOf } from './rule.ts'

/** Creates a recurring invoice without a source invoice. */
export function NewRecurring() {
  const settings = useQuery({ ...settingsQuery, refetchOnWindowFocus: false })
  return <QueryView of={settings}>{(known) => <Writing settings={known} />}</QueryView>
}

const monthlyFrom = (today: string): Plan => ({
  name: '',
  action: 'draft',
  schedule: {
    unit: 'month',
    every: 1,
    start_date: today,
    days: null,
    nth: null,
    weekdays: null,
    months: null,
    lead_days: 0,
    on_day_off: 'keep',
    time: null,
    end: null,
  },
  period: { basis: 'none', offset: 0 },
  mail: { to: null, cc: [], bcc: [], notice_days: [] },
})

function Writing({ settings }: { readonly settings: Settings }) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const today = todayIn(settings.timeZone)
  const [start] = useState(() => ({
    plan: monthlyFrom(today),
    form: newForm(settings, language, today),
  }))
  const [plan, setPlan] = useState(start.plan)
  const [form, edit] = useReducer(edited, start.form)
  const [terms, setTerms] = useState<PaymentTerms | null>(null)
  const [joins, setJoins] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const content = withTerms(contentsOf(form), terms)
  const customerId = form.customer?.id ?? ''
  const { action, schedule } = plan
  const atOnce = atOnceAfterSaving(
    { action, schedule: scheduleOf(schedule) },
    settings,
    NOTHING_MADE,
  )
  const tellMade = useTellMade()
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.createRecurringInvoice({
        body: { ...plan, customer_id: customerId, invoice: content, include_entries: joins },
      }),
    onSuccess: async (saved) => {
      const { id, name } = saved
      setSaved(true)
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.created(name))
      await navigate({ to: '/recurring/$id', params: { id } })
      tellMade(saved, atOnce).catch(tellFailed)
    },
  })
  const isDirty = plan !== start.plan || form !== start.form || terms !== null || joins
  const faults = fieldErrorsOf(error)
  return (
    <Page
      needs="write"
      title={words.newTitle}
      actions={
        <>
          <Button variant="default" component={Link} to="/recurring">
            {words.cancel}
          </Button>
          <Button
            onClick={() => mutate()}
            loading={isPending}
            disabled={customerId === '' || plan.name.trim() === ''}
          >
            {words.save}
          </Button>
        </>
      }
    >
      <LeaveGuard isDirty={isDirty && !isPending && !isSaved} />
      <AtOnceNote {...atOnce} />
      <Paper p="md">
        <Stack gap="sm">
          <CustomerField
            customer={form.customer}
            error={faults.customer_id}
            onChoose={(customer) => {
              edit({ kind: 'change', change: (it) => withCustomer(it, customer, settings) })
              setPlan((it) => (it.name === '' ? { ...it, name: customer.name } : it))
            }}
          />
          <PlanFields
            plan={plan}
            change={(part) => setPlan((it) => ({ ...it, ...part }))}
            progress={NOTHING_MADE}
          />
        </Stack>
      </Paper>
      <Written
        form={form}
        edit={edit}
        error={error}
        settings={settings}
        isExtra={false}
        terms={terms}
        setTerms={setTerms}
        entries={{ isOn: joins, turn: setJoins }}
      />
      {customerId === '' ? (
        <Text size="sm" c="dimmed">
          {words.chooseCustomer}
        </Text>
      ) : (
        <Preview
          recurring={{ ...plan, customer_id: customerId, name: plan.name || '–' }}
          includesEntries={joins}
          content={content}
          from={undefined}
        />
      )}
    </Page>
  )
}
