import { Table, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import type { ListSearch } from '../api/invoice-search.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { CashLine as Line, Step } from './cash.ts'
import './cash-line.css'

interface Props {
  readonly line: Line
  readonly currency: string
  /** What is overdue, also before the line begins. */
  readonly late: string
}

/** What came in five weeks and what is to come in eight, with its invoices. */
export function CashLine({ line, currency, late }: Props) {
  const words = useWords()
  const said = words.dashboard.cash
  const format = useFormat()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const money = (amount: string) => format.money(amount, currency)
  const { came, coming } = line.sums
  const label = said.said(money(came), format.shortDate(line.from), money(coming), money(late))
  return (
    <div className="cash-place">
      <div ref={ref} className="cash-line">
        {width > 0 && (
          <>
            <Drawing line={line} width={width} label={label} />
            <Labels line={line} width={width} currency={currency} late={late} />
          </>
        )}
      </div>
      {line.steps.length > 0 && (
        <VisuallyHidden>
          <Table>
            <caption>{words.dashboard.expected}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.invoiceList.due}</Table.Th>
                <Table.Th>{words.invoiceList.customer}</Table.Th>
                <Table.Th>{words.dashboard.amount}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {line.steps.map(({ day, names, amount }) => (
                <Table.Tr key={day}>
                  <Table.Td>{format.date(day)}</Table.Td>
                  <Table.Td>{names.join(', ')}</Table.Td>
                  <Table.Td>{money(amount)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </VisuallyHidden>
      )}
    </div>
  )
}

/** In pixels; the styles have these heights, too. */
const SIZES = [
  { from: 760, name: 'wide', height: 336 },
  { from: 480, name: 'mid', height: 260 },
  { from: 0, name: 'small', height: 176 },
] as const
const EDGE = 4
/** Room for labels above the line, and for the days below it. */
const ABOVE = 52
const BELOW = 30
const DAY_MS = 86_400_000
const WEEK = 7

type Size = (typeof SIZES)[number]

const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS

const after = (day: string, days: number): Date => new Date(Date.parse(day) + days * DAY_MS)

/** Where days and sums are in the drawing. */
function scaleOf(line: Line, width: number) {
  const size: Size = SIZES.find(({ from }) => width >= from) ?? SIZES[2]
  const days = daysBetween(line.from, line.end)
  const x = (day: string) => EDGE + (daysBetween(line.from, day) / days) * (width - 2 * EDGE)
  const events = [...new Set([...line.came, ...line.late].map(({ day }) => day)), line.today]
    .filter((day) => day <= line.today)
    .toSorted()
  const at = (points: Line['came'], day: string) => points.findLast((it) => it.day <= day)?.sum ?? 0
  const steps = events.map((day) => ({
    day,
    came: at(line.came, day),
    top: at(line.came, day) + at(line.late, day),
  }))
  const sums = [
    ...steps.flatMap(({ came, top }) => [came, top]),
    ...line.steps.map(({ sum }) => sum),
  ]
  const [low, high] = [Math.min(0, ...sums), Math.max(...sums)]
  const base = size.height - BELOW
  const y = (sum: number) => base - ((sum - low) / (high - low || 1)) * (base - ABOVE)
  return { size, x, y, base, steps, low }
}

const round = (value: number): string => value.toFixed(1)

function Drawing({
  line,
  width,
  label,
}: {
  readonly line: Line
  readonly width: number
  readonly label: string
}) {
  const hatch = useId()
  const words = useWords().dashboard.cash
  const { size, x, y, base, steps } = scaleOf(line, width)
  const now = x(line.today)
  const last = steps.at(-1)
  const past = steps.map(({ day, came }) => `H${round(x(day))}V${round(y(came))}`).join('')
  const coming = line.steps.map(({ day, sum }) => `H${round(x(day))}V${round(y(sum))}`).join('')
  const begin = `M${EDGE} ${round(y(0))}`
  return (
    <svg width={width} height={size.height} role="img" aria-label={label}>
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="2" height="6" className="cash-hatch" />
        </pattern>
      </defs>
      <path d={`M${EDGE} ${base + 0.5}H${width - EDGE}`} className="cash-base" />
      <Ticks line={line} width={width} size={size} x={x} base={base} />
      <path d={`${begin}${past}H${round(now)}V${base}H${EDGE}Z`} className="cash-area" />
      {steps.map(({ day, came, top }, at) => {
        const next = steps[at + 1]
        if (top <= came || next === undefined) return null
        return (
          <rect
            key={day}
            x={x(day)}
            y={y(top)}
            width={x(next.day) - x(day)}
            height={y(came) - y(top)}
            fill={`url(#${hatch})`}
          />
        )
      })}
      <path d={`M${round(now)} 20V${base}`} className="cash-today" />
      <text x={now - 7} y={20} dominantBaseline="hanging" textAnchor="end">
        {words.today}
      </text>
      {coming !== '' && (
        <path
          d={`M${round(now)} ${round(y(last?.came ?? 0))}${coming}H${width - EDGE}`}
          className="cash-coming"
        />
      )}
      <path d={`${begin}${past}H${round(now)}`} className="cash-came" />
      {line.steps.map(({ day, sum }) => (
        <circle key={day} cx={x(day)} cy={y(sum)} r="3" className="cash-point" />
      ))}
      <circle cx={now} cy={y(last?.came ?? 0)} r="4" className="cash-now" />
    </svg>
  )
}

interface TicksProps {
  readonly line: Line
  readonly width: number
  readonly size: Size
  readonly x: (day: string) => number
  readonly base: number
}

/** A tick for each week, or the beginnings of months where there is less room. */
function Ticks({ line, width, size, x, base }: TicksProps) {
  const { language } = useLanguage()
  const isWide = size.name === 'wide'
  const format = new Intl.DateTimeFormat(
    language,
    isWide
      ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
      : { month: size.name === 'mid' ? 'long' : 'short', timeZone: 'UTC' },
  )
  const all = Array.from({ length: daysBetween(line.from, line.end) }, (_, day) =>
    after(line.from, day),
  )
  const shown = all.filter((day, at) => (isWide ? at % WEEK === 0 : day.getUTCDate() === 1))
  return shown.map((day, at) => {
    const place = x(day.toISOString().slice(0, 10))
    return (
      <g key={day.toISOString()}>
        <path d={`M${round(place)} ${base}v4`} className="cash-tick" />
        {(!isWide || at % 2 === 0) && place < width - LABEL_MIN && (
          <text x={place} y={base + 21}>
            {format.format(day)}
          </text>
        )}
      </g>
    )
  })
}

/** The least room for the label of a step; an amount is never cut. */
const LABEL_MIN = 72
const LETTER = 7
const LABEL_HEIGHT = 44

function Labels({ line, width, currency, late }: Props & { readonly width: number }) {
  const words = useWords().dashboard.cash
  const format = useFormat()
  const { size, x, y, base, steps } = scaleOf(line, width)
  const isSmall = size.name === 'small'
  const now = x(line.today)
  const last = steps.at(-1)
  const [cameAt, topAt] = [y(last?.came ?? 0), y(last?.top ?? 0)]
  const hasLate = Number(late) > 0
  const lateText = words.late(format.money(late, currency))
  const hasLateRoom = now - 9 >= lateText.length * LETTER
  const cameText = format.money(line.sums.came, currency)
  // Below the level that the line has today.
  const level = now - x(steps.at(-2)?.day ?? line.from)
  const isAfter = isSmall || level - 18 < Math.max(words.came.length, cameText.length) * LETTER
  const hasRoom = base - cameAt >= LABEL_HEIGHT
  const cameShown = Number(line.sums.came) !== 0 && (hasRoom || !isSmall)
  const largest = Math.max(...line.steps.map(({ amount }) => Number(amount)))
  const end = line.steps.at(-1)
  const isShown = ({ day, amount }: Step, at: number): boolean => {
    const room = x(line.steps[at + 1]?.day ?? line.end) - x(day)
    if (isSmall) return Number(amount) === largest
    if (isAfter && cameShown && x(day) - now < LABEL_MIN) return false
    const needed = Math.max(LABEL_MIN, format.money(amount, currency).length * LETTER + 16)
    const isLarge = Number(amount) * 10 > Number(line.sums.total)
    return room >= needed && (size.name === 'wide' || isLarge)
  }
  return (
    <>
      {hasLate && (
        <span
          className="cash-label cash-late"
          data-end={hasLateRoom || undefined}
          // On a phone, the words may be longer than what came: they stand above the line of today.
          style={
            hasLateRoom
              ? { insetInlineEnd: width - now + 9, top: topAt - 22 }
              : { insetInlineStart: 0, top: 0 }
          }
        >
          {lateText}
        </span>
      )}
      {cameShown && (
        <span
          className="cash-label"
          data-one={isSmall || !hasRoom || undefined}
          data-end={!isAfter || undefined}
          style={
            isAfter
              ? { insetInlineStart: now + 9, top: cameAt + 6 }
              : {
                  insetInlineEnd: width - now + 9,
                  top: hasRoom ? cameAt + 8 : topAt - (hasLate ? 40 : 22),
                }
          }
        >
          {words.came} <b>{cameText}</b>
        </span>
      )}
      {line.steps.map((step, at) => {
        const place = x(step.day)
        const isBelow = base - y(step.sum) >= LABEL_HEIGHT
        const room = x(line.steps[at + 1]?.day ?? line.end) - place
        const name = step.names.slice(0, 2).join(', ')
        const more = step.names.length > 2 ? ` ${words.others(step.names.length - 2)}` : ''
        const amount = format.money(step.amount, currency)
        const top = y(step.sum) + (isBelow ? 8 : -LABEL_HEIGHT)
        return isShown(step, at) ? (
          <StepLink
            key={step.day}
            step={step}
            currency={currency}
            className="cash-label cash-step"
            data-one={isSmall || undefined}
            style={
              isSmall
                ? { insetInlineEnd: width - place + 7, top: y(step.sum) - 9 }
                : { insetInlineStart: place + 9, top, maxWidth: room - 14 }
            }
          >
            {!isSmall && (
              <span>
                {name}
                {more}
              </span>
            )}
            <b>{amount}</b>
          </StepLink>
        ) : (
          <StepLink
            key={step.day}
            step={step}
            currency={currency}
            className="cash-dot"
            aria-label={`${name}${more} ${amount}`}
            title={`${name}${more} ${amount}`}
            style={{ insetInlineStart: place - 8, top: y(step.sum) - 8 }}
          />
        )
      })}
      {end && (
        <span
          className="cash-label"
          data-one
          style={{ insetInlineEnd: EDGE, top: y(end.sum) - 26 }}
        >
          {!isSmall && words.by(format.shortDate(end.day))}{' '}
          <b>{format.money(line.sums.total, currency)}</b>
        </span>
      )}
    </>
  )
}

interface StepLinkProps
  extends Omit<React.ComponentProps<typeof TextLink>, 'to' | 'search' | 'params'> {
  readonly step: Step
  readonly currency: string
}

/** The invoice that is expected, or the list of those of the day or week. */
function StepLink({ step: { id, day, to }, currency, ...rest }: StepLinkProps) {
  if (id !== null) return <TextLink {...rest} to="/invoices/$id" params={{ id }} />
  const search: ListSearch = { has_due: true, currency, due_from: day, due_to: to }
  return <TextLink {...rest} to="/invoices" search={search} />
}
