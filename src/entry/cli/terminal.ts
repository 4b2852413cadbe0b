/** Ends without a word when nobody reads on, as after `billwright … | head`. */
export function endWhenUnread(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}

/** The result of a command, for scripts. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** One JSON value on one line, the only thing on standard output with `--json`. */
export const printJson = (value: unknown): void =>
  print(JSON.stringify(value, (_key, it) => (typeof it === 'bigint' ? it.toString() : it)))

/** Messages beside the result. */
export const note = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Rows below a heading, each column as wide as its widest cell. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [heading, ...rows]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  for (const row of all)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

const BAR_WIDTH = 24
const REDRAW_MS = 100
const CLEAR_LINE = '\r\x1b[K'

/** Draws the progress of `work` if standard error is a terminal. */
export async function withBar<T>(
  label: string,
  work: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {})
  let drawnAt = 0
  try {
    return await work((done, total) => {
      const now = Date.now()
      if (now - drawnAt < REDRAW_MS) return
      drawnAt = now
      process.stderr.write(`${CLEAR_LINE}${barText(label, done, total)}`)
    })
  } finally {
    process.stderr.write(CLEAR_LINE)
  }
}

function barText(label: string, done: number, total: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = wholePart(share * BAR_WIDTH)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
  return `${label} ${bar} ${wholePart(share * 100)} %  ${done} of ${total}`
}

const wholePart = (value: number): number => value - (value % 1)
