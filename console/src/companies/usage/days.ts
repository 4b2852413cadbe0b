export interface UsedDay {
  readonly day: string
  readonly requests: number
  readonly pdfs: number
  readonly rows: number | null
  readonly bytes: number | null
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The days up to today, the oldest first. A missing day had no requests; rows and bytes keep their
 * last values.
 */
export function everyDay(
  listed: readonly UsedDay[],
  nowMs: number,
  count: number,
): readonly UsedDay[] {
  const known = new Map(listed.map((it) => [it.day, it]))
  let rows: number | null = null
  let bytes: number | null = null
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(nowMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10)
    const used = known.get(day)
    rows = used?.rows ?? rows
    bytes = used?.bytes ?? bytes
    return { day, requests: used?.requests ?? 0, pdfs: used?.pdfs ?? 0, rows, bytes }
  })
}
