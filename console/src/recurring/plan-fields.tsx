import { hasCalendarPeriods } from '@billwright/rules/schedule'
import {
  Accordion,
  Grid,
  List,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { asEntry } from '../components/choices.ts'
import { DayField, TimeField } from '../components/date-field.tsx'
import { monthName, weekdayName } from '../words/days.ts'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { comingDays, type Progress } from './coming-days.ts'
import type { Recurring } from './queries.ts'
import { ruleText, scheduleOf } from './rule.ts'

type Wire = Recurring['schedule']

/** The fields of a recurring invoice besides its contents. */
export type Plan = Pick<Recurring, 'name' | 'action' | 'schedule' | 'period' | 'mail'>

interface Props {
  readonly plan: Plan
  readonly change: (part: Partial<Plan>) => void
  readonly progress: Progress
}

/** The fields of a schedule, its rule as a sentence, and the upcoming days. */
export function PlanFields({ plan, change, progress }: Props) {
  const words = useWords().recurring
  const mayIssue = useMay('issue')
  const { name, action, schedule: wire, period, mail } = plan
  const changeWire = (part: Partial<Wire>) => change({ schedule: { ...wire, ...part } })
  const choices = (['draft', 'issue', 'send'] as const).filter((it) => mayIssue || it === 'draft')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        <TextInput
          label={words.name}
          value={name}
          required
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <Select
          label={words.action}
          data={choices.map((value) => ({ value, label: words.actions[value] }))}
          value={action}
          allowDeselect={false}
          onChange={(value) => value !== null && change({ action: value })}
        />
      </SimpleGrid>
      <RuleFields wire={wire} change={changeWire} />
      <EndFields wire={wire} change={changeWire} />
      <Accordion variant="contained">
        <Accordion.Item value="period">
          <Accordion.Control>{words.runAndPeriod}</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">
              <PeriodFields
                period={period}
                wire={wire}
                change={(changed) => change({ period: changed })}
              />
              <RunFields wire={wire} change={changeWire} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="mail">
          <Accordion.Control>{words.mail}</Accordion.Control>
          <Accordion.Panel>
            <MailFields
              mail={mail}
              isSent={action === 'send'}
              change={(changed) => change({ mail: changed })}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <Coming wire={wire} progress={progress} />
    </>
  )
}

interface FieldsProps {
  readonly wire: Wire
  readonly change: (part: Partial<Wire>) => void
}

const UNITS = ['day', 'week', 'month', 'year'] as const
const LAST_DAY = 31
const chosen = (values: readonly string[]) =>
  values.length === 0 ? null : values.map(Number).toSorted((a, b) => a - b)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

function RuleFields({ wire, change }: FieldsProps) {
  const words = useWords().recurring
  const { language } = useLanguage()
  // Fields of another unit are not allowed.
  const reset = { days: null, nth: null, weekdays: null, months: null }
  return (
    <>
      <Grid gap="md" rowGap="sm">
        <Grid.Col span={{ base: 12, xs: 4 }}>
          <DayField
            label={words.start}
            value={wire.start_date}
            required
            onChange={(value) => value !== '' && change({ start_date: value })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, xs: 4 }}>
          <NumberInput
            label={words.every}
            min={1}
            max={366}
            allowDecimal={false}
            value={wire.every}
            onChange={(every) => change({ every: Math.max(1, Number(every)) })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 6, xs: 4 }}>
          <Select
            label={words.unit}
            data={UNITS.map((value) => ({ value, label: words.units[value] }))}
            value={wire.unit}
            allowDeselect={false}
            onChange={(unit) => unit !== null && change({ ...reset, unit })}
          />
        </Grid.Col>
      </Grid>
      {wire.unit === 'week' && (
        <MultiSelect
          label={words.weekdays}
          data={numbers(7).map((it) => ({
            value: String(it),
            label: asEntry(weekdayName(it, language), language),
          }))}
          value={(wire.weekdays ?? []).map(String)}
          onChange={(values) => change({ weekdays: chosen(values) })}
        />
      )}
      {(wire.unit === 'month' || wire.unit === 'year') && <NthFields wire={wire} change={change} />}
      {wire.unit === 'year' && (
        <MultiSelect
          label={words.months}
          description={words.monthsHint}
          data={numbers(12).map((it) => ({
            value: String(it),
            label: asEntry(monthName(it, language), language),
          }))}
          value={(wire.months ?? []).map(String)}
          onChange={(values) => change({ months: chosen(values) })}
        />
      )}
    </>
  )
}

const WEEKS = [1, 2, 3, 4, -1] as const

/** Days of the month, or a weekday such as the last Friday. */
function NthFields({ wire: { nth, days }, change }: FieldsProps) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const weekday = nth?.weekday ?? 1
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
      <Select
        label={words.dayKind}
        data={[
          { value: '', label: words.byDay },
          ...WEEKS.map((week) => ({ value: String(week), label: words.weeks[week] })),
        ]}
        value={nth === null ? '' : String(nth.week)}
        allowDeselect={false}
        onChange={(value) => {
          const week = WEEKS.find((it) => String(it) === value)
          change(week === undefined ? { nth: null } : { nth: { week, weekday }, days: null })
        }}
      />
      {nth === null ? (
        <MultiSelect
          label={words.days}
          description={words.daysHint}
          data={numbers(LAST_DAY).map((it) => ({
            value: String(it),
            label: it === LAST_DAY ? words.lastDay : String(it),
          }))}
          value={(days ?? []).map(String)}
          onChange={(values) => change({ days: chosen(values) })}
        />
      ) : (
        <Select
          label={words.weekday}
          data={numbers(7).map((it) => ({
            value: String(it),
            label: asEntry(weekdayName(it, language), language),
          }))}
          value={String(weekday)}
          allowDeselect={false}
          onChange={(value) =>
            value !== null && change({ nth: { ...nth, weekday: Number(value) } })
          }
        />
      )}
    </SimpleGrid>
  )
}

interface PeriodProps {
  readonly period: Recurring['period']
  readonly wire: Wire
  readonly change: (period: Recurring['period']) => void
}

/** The period that the invoice bills. */
function PeriodFields({ period, wire, change }: PeriodProps) {
  const words = useWords().recurring
  const hasCalendar = hasCalendarPeriods(scheduleOf(wire))
  const bases = (['none', 'anchor', 'calendar'] as const).filter(
    (it) => it !== 'calendar' || hasCalendar,
  )
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
      <Select
        label={words.periodBasis}
        data={bases.map((value) => ({ value, label: words.bases[value] }))}
        value={period.basis}
        allowDeselect={false}
        onChange={(basis) => basis !== null && change({ basis, offset: period.offset })}
      />
      {period.basis !== 'none' && (
        <Select
          label={words.periodOffset}
          data={([-1, 0, 1] as const).map((it) => ({
            value: String(it),
            label: words.offsets[it],
          }))}
          value={String(period.offset)}
          allowDeselect={false}
          onChange={(value) =>
            value !== null && change({ basis: period.basis, offset: Number(value) })
          }
        />
      )}
    </SimpleGrid>
  )
}

const DAYS_OFF = ['keep', 'before', 'after'] as const
const LEAD_MAX = 90

/** When the invoice is created, relative to its day. */
function RunFields({ wire, change }: FieldsProps) {
  const words = useWords().recurring
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} verticalSpacing="sm">
      <NumberInput
        label={words.leadDays}
        min={0}
        max={LEAD_MAX}
        allowDecimal={false}
        value={wire.lead_days}
        onChange={(days) => change({ lead_days: Number(days) })}
      />
      <Select
        label={words.onDayOff}
        data={DAYS_OFF.map((value) => ({ value, label: words.dayOff[value] }))}
        value={wire.on_day_off}
        allowDeselect={false}
        onChange={(value) => value !== null && change({ on_day_off: value })}
      />
      <TimeField
        label={words.time}
        value={wire.time ?? ''}
        onChange={(value) => change({ time: value === '' ? null : value })}
      />
    </SimpleGrid>
  )
}

interface MailProps {
  readonly mail: Recurring['mail']
  readonly isSent: boolean
  readonly change: (mail: Recurring['mail']) => void
}

const ADDRESSES_MAX = 5
const NOTICES_MAX = 3

/** The recipients of each message, and of a notice before it. */
function MailFields({ mail, isSent, change }: MailProps) {
  const words = useWords().recurring
  return (
    <Stack gap="sm">
      {!isSent && (
        <Text size="sm" c="dimmed">
          {words.mailOnlySent}
        </Text>
      )}
      <TagsInput
        label={words.mailTo}
        description={words.mailToHint}
        maxTags={ADDRESSES_MAX}
        acceptValueOnBlur
        value={[...(mail.to ?? [])]}
        onChange={(to) => change({ ...mail, to: to.length === 0 ? null : to })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        <TagsInput
          label={words.mailCc}
          maxTags={ADDRESSES_MAX}
          acceptValueOnBlur
          value={[...(mail.cc ?? [])]}
          onChange={(cc) => change({ ...mail, cc })}
        />
        <TagsInput
          label={words.mailBcc}
          maxTags={ADDRESSES_MAX}
          acceptValueOnBlur
          value={[...(mail.bcc ?? [])]}
          onChange={(bcc) => change({ ...mail, bcc })}
        />
      </SimpleGrid>
      <TagsInput
        label={words.noticeDays}
        description={words.noticeHint}
        maxTags={NOTICES_MAX}
        acceptValueOnBlur
        value={(mail.notice_days ?? []).map(String)}
        onChange={(days) =>
          change({
            ...mail,
            notice_days: [...new Set(days.map(Number))].filter(
              (it) => Number.isInteger(it) && it >= 1 && it <= 365,
            ),
          })
        }
      />
    </Stack>
  )
}

const TIMES = 12

function EndFields({ wire: { end, start_date }, change }: FieldsProps) {
  const words = useWords().recurring
  const kind = end?.after !== undefined ? 'after' : end?.on !== undefined ? 'on' : 'never'
  const ends = { never: null, after: { after: TIMES }, on: { on: start_date } }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
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
        <DayField
          label={words.lastOn}
          required
          withAsterisk={false}
          value={end.on}
          onChange={(value) => value !== '' && change({ end: { on: value } })}
        />
      )}
    </SimpleGrid>
  )
}

/** The rule as a sentence and the upcoming days, by the code of the service. */
function Coming({ wire, progress }: Pick<FieldsProps, 'wire'> & Pick<Props, 'progress'>) {
  const words = useWords().recurring
  const { language } = useLanguage()
  const { date } = useFormat()
  const { data: settings } = useQuery(settingsQuery)
  const schedule = scheduleOf(wire)
  const days = settings ? comingDays(schedule, settings, progress) : []
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
