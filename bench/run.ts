/**
 * How fast the service is beside what the machine can do: `node bench/run.ts [parts…]`, with
 * `--sizes 100,10000,1000000`, `--engines sqlite,postgres` and `--out FOLDER`. Parts: process,
 * requests, documents, webhooks, lists; without any all of them. Only ratios within one run count.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { listChart } from './chart.ts'
import { benchDocuments } from './documents.ts'
import { benchLists } from './lists.ts'
import type { Figure } from './measure.ts'
import { createPlace, ENGINES, type Place } from './place.ts'
import { benchProcess } from './process.ts'
import { benchRequests } from './requests.ts'
import { benchWebhooks } from './webhooks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '1000,10000' },
    engines: { type: 'string', default: ENGINES.join() },
    out: { type: 'string' },
  },
})
const engines = ENGINES.filter((engine) => values.engines.split(',').includes(engine))
const sizes = values.sizes.split(',').map(Number)

const PARTS: Readonly<Record<string, (place: Place) => Promise<Figure[]>>> = {
  process: benchProcess,
  requests: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchRequests(place, engine)))
    return figures
  },
  documents: benchDocuments,
  webhooks: benchWebhooks,
  lists: (place) => benchLists({ place, engines, sizes }),
}

const names = positionals.length === 0 ? Object.keys(PARTS) : positionals
const figures: Figure[] = []
const place = createPlace()
try {
  for (const name of names) {
    const part = PARTS[name]
    if (!part) throw new Error(`There is no part "${name}": ${Object.keys(PARTS).join(', ')}.`)
    console.error(`${name} …`)
    figures.push(...(await part(place)))
  }
} finally {
  await place.dispose()
}
for (const figure of figures) console.log(lineOf(figure))
if (values.out !== undefined) write(values.out)

function write(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? '', node: process.version }
  const result = { at: new Date().toISOString(), machine, figures }
  writeFileSync(join(folder, 'performance.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (names.includes('lists')) writeFileSync(join(folder, 'performance.svg'), listChart(figures))
}

/** A row of a Markdown table. */
function lineOf({ part, name, engine, invoices, value, unit, limit, limitName }: Figure): string {
  const of = [engine, invoices?.toLocaleString('en')].filter(Boolean).join(', ')
  const compared = limit === undefined ? '' : `${round(limit)} ${unit} (${limitName})`
  const ratio = limit === undefined ? '' : `${(value / limit).toFixed(2)} ×`
  return `| ${[part, name, of, `${round(value)} ${unit}`, compared, ratio].join(' | ')} |`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
