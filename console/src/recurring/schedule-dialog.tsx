import {
  Button,
  Group,
  List,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Calendar, occurrences, type Schedule } from '../../../src/recurring/schedule.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../format.ts'
import { useLanguage, useWords } from '../language.ts'
import { settingsQuery } from '../queries.ts'
import { useMay } from '../session.ts'
import { DAYS_SHOWN, RECURRING_KEY, type Recurring } from './queries.ts'
import { ruleText, scheduleOf, weekdayName } from './rule.ts'

interface Props {
  readonly recurring: Recurring
  readonly etag: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Wire = Recurring['schedule']

export function ScheduleDialog({ isOpen, onClose, ...props }: Props) {
  const words = useWords().recurring
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.editSchedule} size="lg">
      {/* Anew each time it opens: what was typed and not saved is gone. */}
      {isOpen && <ScheduleForm {...props} onDone={onClose} />}
    </Dialog>
  )
}

function ScheduleForm({
  recurring,
  etag,
  onDone,
}: Pick<Props, 'recurring' | 'etag'> & { readonly onDone: () => void }) {
  const words = useWords().recurring
  const queries = useQueryClient()
  const mayIssue = useMay('issue')
  const [name, setName] = useState(recurring.name)
  const [action, setAction] = useState(recurring.action)
  const [wire, setWire] = useState<Wire>(recurring.schedule)
  const change = (part: Partial<Wire>) => setWire((before) => ({ ...before, ...part }))
  const { mutate, error, isPending } = useChange({
    run: (api) =>
      api.putRecurringInvoice({
        path: { id: recurring.id },
        body: { name, action, schedule: wire },
        ...(etag === undefined ? {} : { ifMatch: etag }),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [RECURRING_KEY] })
      tellDone(words.saved)
      onDone()
    },
  })
  const choices = (['draft', 'issue', 'send'] as const).filter((it) => mayIssue || it === 'draft')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap="sm">
        <Group grow align="start">
          <TextInput
            label={words.name}
            value={name}
            required
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Select
            label={words.action}
            data={choices.map((value) => ({ value, label: words.actions[value] }))}
            value={action}
            allowDeselect={false}
            onChange={(value) => value !== null && setAction(value)}
          />
        </Group>
        <RuleFields wire={wire} change={change} />
        <EndFields wire={wire} change={change} />
        <Coming wire={wire} recurring={recurring} />
        <FormFault error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly wire: Wire
  readonly change: (part: Partial<Wire>) => void
}

const UNITS = ['day', 'week', 'month', 'year'] as const
const LAST_DAY = 31
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function RuleFields({ wire, change }: FieldsProps) {
  const words = useWords().recurring
  const { language } = useLanguage()
  // What belongs to another unit is not allowed beside it.
  const reset = { days: null, nth: null, weekdays: null, months: null }
  const chosen = (values: readonly string[]) =>
    values.length === 0 ? null : values.map(Number).toSorted((a, b) => a - b)
  return (
    <>
      <Group grow align="start">
        <TextInput
          type="date"
          label={words.start}
          value={wire.start_date}
          required
          onChange={({ currentTarget: { value } }) => value !== '' && change({ start_date: value })}
        />
        <NumberInput
          label={words.every}
          min={1}
          max={366}
          allowDecimal={false}
          value={wire.every}
          onChange={(every) => change({ every: Math.max(1, Number(every)) })}
        />
        <Select
          label={words.unit}
          data={UNITS.map((value) => ({ value, label: words.units[value] }))}
          value={wire.unit}
          allowDeselect={false}
          onChange={(unit) => unit !== null && change({ ...reset, unit })}
        />
      </Group>
      {wire.unit === 'week' && (
        <MultiSelect
          label={words.weekdays}
          data={numbers(7).map((it) => ({ value: String(it), label: weekdayName(it, language) }))}
          value={(wire.weekdays ?? []).map(String)}
          onChange={(values) => change({ weekdays: chosen(values) })}
        />
      )}
      {(wire.unit === 'month' || wire.unit === 'year') && wire.nth === null && (
        <MultiSelect
          label={words.days}
          description={words.daysHint}
          data={numbers(LAST_DAY).map((it) => ({
            value: String(it),
            label: it === LAST_DAY ? words.lastDay : String(it),
          }))}
          value={(wire.days ?? []).map(String)}
          onChange={(values) => change({ days: chosen(values) })}
        />
      )}
    </>
  )
}

const TIMES = 12

function EndFields({ wire: { end, start_date }, change }: FieldsProps) {
  const words = useWords().recurring
  const kind = end?.after !== undefined ? 'after' : end?.on !== undefined ? 'on' : 'never'
  const ends = { never: null, after: { after: TIMES }, on: { on: start_date } }
  return (
    <Group grow align="start">
      <Select
        label={words.ends}
        data={(['never', 'after', 'on'] as const).map((value) => ({
          value,
          label: words.endings[value],
        }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => value !== null && change({ end: ends[value as keyof typeof ends] })}
      />
      {end?.after !== undefined && (
        <NumberInput
          label={words.invoices}
          min={1}
          max={10_000}
          allowDecimal={false}
          value={end.after}
          onChange={(after) => change({ end: { after: Math.max(1, Number(after)) } })}
        />
      )}
      {end?.on !== undefined && (
        <TextInput
          type="date"
          label={words.lastOn}
          value={end.on}
          onChange={({ currentTarget: { value } }) =>
            value !== '' && change({ end: { on: value } })
          }
        />
      )}
    </Group>
  )
}

/** The rule as a sentence and the days to come, by the code that the service runs. */
function Coming({ wire, recurring }: Pick<FieldsProps, 'wire'> & Pick<Props, 'recurring'>) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { date } = useFormat()
  const { data: settings } = useQuery(settingsQuery)
  const schedule = scheduleOf(wire)
  const days = settings ? comingDays(schedule, calendarOf(settings), recurring) : []
  return (
    <Stack gap={4} aria-live="polite">
      <Text fw={600}>{ruleText(schedule, { language, words: words.rule, date })}</Text>
      <Text size="sm" c="dimmed">
        {words.nextDays}
      </Text>
      {days.length === 0 ? (
        <Text size="sm">{words.noDays}</Text>
      ) : (
        <List size="sm" style={{ columns: '9rem' }}>
          {days.map((day) => (
            <List.Item key={day}>{date(day)}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

interface CalendarSettings {
  readonly timeZone: string
  readonly recurringTime: string
  readonly nonWorkingDays: Calendar['daysOff']
}

const calendarOf = ({ timeZone, recurringTime, nonWorkingDays }: CalendarSettings): Calendar => ({
  timeZone,
  time: recurringTime,
  daysOff: nonWorkingDays,
})

function comingDays(
  schedule: Schedule,
  calendar: Calendar,
  { made, last_run: lastRun }: Recurring,
): readonly string[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: calendar.timeZone }).format(new Date())
  const progress = {
    from: schedule.startDate > today ? schedule.startDate : today,
    made,
    skips: new Set<string>(),
    // It may have been made ahead of its time.
    decided: new Set(lastRun === null ? [] : [lastRun.date]),
  }
  const plan = { calendar, period: { basis: 'none', offset: 0 } as const, progress }
  return [...occurrences(schedule, plan).take(DAYS_SHOWN)].map((it) => it.date)
}
