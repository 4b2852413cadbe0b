import type { CashLine } from '../dashboard/cash.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

const WIDTH = 112
const HEIGHT = 24
const EDGE = 2

interface Props {
  readonly line: CashLine
  readonly currency: string
  readonly late: string
}

/** What came in five weeks, and dotted what is to come in eight. */
export function Weeks({ line, currency, late }: Props) {
  const words = useWords().dashboard.cash
  const format = useFormat()
  const money = (amount: string) => format.money(amount, currency)
  const from = Date.parse(line.from)
  const days = Date.parse(line.end) - from
  const sums = [...line.came, ...line.steps].map(({ sum }) => sum)
  const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)]
  const x = (day: string) =>
    (EDGE + ((Date.parse(day) - from) / days) * (WIDTH - 2 * EDGE)).toFixed(1)
  const y = (sum: number) =>
    (HEIGHT - EDGE - ((sum - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)).toFixed(1)
  const stepsOf = (points: CashLine['came']) =>
    points.map(({ day, sum }) => `H${x(day)}V${y(sum)}`).join('')
  const now = x(line.today)
  const { came, coming } = line.sums
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      className="company-weeks"
      role="img"
      aria-label={words.said(money(came), format.shortDate(line.from), money(coming), money(late))}
    >
      <path d={`M${now} 0V${HEIGHT}`} className="company-today" />
      <path d={`M${EDGE} ${y(0)}${stepsOf(line.came)}H${now}`} />
      <path
        strokeDasharray="1 3"
        d={`M${now} ${y(line.came.at(-1)?.sum ?? 0)}${stepsOf(line.steps)}H${WIDTH - EDGE}`}
      />
    </svg>
  )
}
