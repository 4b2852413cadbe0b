import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { listChart } from './chart.ts'
import type { Figure } from './measure.ts'

export interface Result {
  readonly figures: readonly Figure[]
  /** Sentences that say what was not measured, and how to measure it. */
  readonly leftOut: readonly string[]
}

/** `performance.json`, and for lists the chart. */
export function writeResult(folder: string, { figures, leftOut }: Result): void {
  mkdirSync(folder, { recursive: true })
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? '', node: process.version }
  const result = { at: new Date().toISOString(), machine, leftOut, figures }
  writeFileSync(join(folder, 'performance.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (figures.some(({ part }) => part === 'lists'))
    writeFileSync(join(folder, 'performance.svg'), listChart(figures))
}

export const HEAD = `| part | what | of | figure | beside its limit | against the first size |
|---|---|---|---|---|---|`

/** A row of a Markdown table. */
export function lineOf(figure: Figure): string {
  const { part, name, engine, invoices, value, unit, limit, limitName, first, firstName } = figure
  const of = [engine, invoices?.toLocaleString('en')].filter(Boolean).join(', ')
  const beside = (other: number | undefined, otherName = '') =>
    other === undefined
      ? ''
      : `${(value / other).toFixed(2)} × of ${round(other)} ${unit} (${otherName})`
  const cells = [part, name, of, `${round(value)} ${unit}`]
  return `| ${[...cells, beside(limit, limitName), beside(first, firstName)].join(' | ')} |`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
