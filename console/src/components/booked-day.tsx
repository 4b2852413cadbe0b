import { Button } from '@mantine/core'
import { useState } from 'react'
import { isProblem } from '../api/client.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { DayField } from './date-field.tsx'

/** The last closed day and the first open one, if a day was refused because its period is closed. */
export function closedPeriodOf(
  error: unknown,
): { readonly until: string; readonly from: string } | null {
  if (!isProblem(error, 'period_closed')) return null
  const { until, from } = error.params
  return until === undefined || from === undefined
    ? null
    : { until: String(until), from: String(from) }
}

interface Props {
  readonly name: string
  readonly label: string
  readonly day: string | undefined
  readonly error?: string | undefined
  /** Why the form was refused. */
  readonly refusal: unknown
}

/** The day on which something is booked. If its period is closed, one click takes the first open day. */
export function BookedDay({ name, label, day: usual = '', error, refusal }: Props) {
  const words = useWords().closedPeriod
  const format = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const day = typed ?? usual
  const period = closedPeriodOf(refusal)
  const isClosed = period !== null && day <= period.until
  return (
    <div>
      <DayField
        name={name}
        label={label}
        value={day}
        error={isClosed ? words.closed(format.date(period.until)) : error}
        onChange={setTyped}
      />
      {isClosed && (
        <Button
          mt={6}
          size="compact-sm"
          variant="default"
          c="var(--pine-ink)"
          onClick={() => setTyped(period.from)}
        >
          {words.use(format.date(period.from))}
        </Button>
      )}
    </div>
  )
}
