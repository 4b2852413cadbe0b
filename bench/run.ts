/**
 * How fast the service is beside what the machine can do: `node bench/run.ts [parts…]`, with
 * `--sizes 100,1000,10000,1000000`, `--engines sqlite,postgres`, `--out FOLDER`, and `--keep FOLDER`
 * for the filled databases. Parts: process, requests, documents, webhooks, jobs, recurring, mail,
 * products, bulk, console, finding, stored, lists, neighbors, companies, directory, throughput. `imports`, `flat` and `small` run
 * only if you name them. `--against COMMIT` compares two commits instead, with `--only PATTERN` some operations of
 * one invoice. Only ratios within one run count.
 */
import { parseArgs } from 'node:util'
import { benchAgainst } from './against.ts'
import { benchBulk } from './bulk.ts'
import { benchCompanies } from './companies.ts'
import { benchConsole } from './console.ts'
import { benchDirectory } from './directory.ts'
import { benchDocuments } from './documents.ts'
import { benchFinding } from './finding.ts'
import { benchFlat } from './flat.ts'
import { benchImports } from './imports.ts'
import { benchJobs } from './jobs.ts'
import { benchLists } from './lists.ts'
import { benchMail } from './mail.ts'
import type { Figure } from './measure.ts'
import { benchNeighbors } from './neighbors.ts'
import { createPlace, ENGINES, type Place } from './place.ts'
import { benchProcess } from './process.ts'
import { benchProducts } from './products.ts'
import { benchRecurring } from './recurring.ts'
import { HEAD, lineOf, writeResult } from './report.ts'
import { benchRequests } from './requests.ts'
import { benchSmallMachine } from './small-machine.ts'
import { benchStored } from './stored.ts'
import { benchThroughput } from './throughput.ts'
import { benchWebhooks } from './webhooks.ts'

const ALL_SIZES = [100, 1000, 10_000, 1_000_000]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: ALL_SIZES.slice(0, -1).join() },
    engines: { type: 'string', default: ENGINES.join() },
    out: { type: 'string' },
    keep: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
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
  jobs: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchJobs(place, engine)))
    return figures
  },
  recurring: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchRecurring(place, engine)))
    return figures
  },
  mail: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchMail(place, engine)))
    return figures
  },
  products: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchProducts(place, engine)))
    return figures
  },
  bulk: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchBulk(place, engine)))
    return figures
  },
  console: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchConsole(place, engine)))
    return figures
  },
  finding: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchFinding(place, engine)))
    return figures
  },
  stored: (place) => benchStored({ place, engines, sizes }),
  lists: (place) => benchLists({ place, engines, sizes }),
  neighbors: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchNeighbors(place, engine)))
    return figures
  },
  imports: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchImports(place, engine)))
    return figures
  },
  companies: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchCompanies(place, engine)))
    return figures
  },
  directory: async (place) => {
    const figures: Figure[] = []
    for (const engine of engines) figures.push(...(await benchDirectory(place, engine)))
    return figures
  },
  throughput: benchThroughput,
  flat: benchFlat,
  small: benchSmallMachine,
}
/** Each takes as long as all other parts together. */
const LONG_PARTS = ['imports', 'flat', 'small']

const names =
  positionals.length === 0
    ? Object.keys(PARTS).filter((name) => !LONG_PARTS.includes(name))
    : positionals
const unknown = names.find((name) => !PARTS[name])
if (unknown) throw new Error(`There is no part "${unknown}": ${Object.keys(PARTS).join(', ')}.`)
const figures: Figure[] = []
const leftOut = notAskedFor()
const place = createPlace(values.keep)
try {
  if (values.against === undefined) await measureParts()
  else
    await benchAgainst(place, engines, {
      commit: values.against,
      only: values.only === undefined ? undefined : new RegExp(values.only),
    })
} finally {
  await place.dispose()
}

async function measureParts(): Promise<void> {
  console.log(HEAD)
  for (const name of names) await measure(name)
  for (const sentence of leftOut) console.error(sentence)
  if (values.out !== undefined) writeResult(values.out, { figures, leftOut })
}

/** A failed bench is listed as left out, so that the hours of the others are not lost. */
async function measure(name: string): Promise<void> {
  const begin = performance.now()
  try {
    const found = (await PARTS[name]?.(place)) ?? []
    for (const figure of found) console.log(lineOf(figure))
    figures.push(...found)
    console.error(`${name}: ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  } catch (error) {
    console.error(error)
    leftOut.push(`The part ${name} failed: ${String(error)}`)
    process.exitCode = 1
  }
}

function notAskedFor(): string[] {
  const parts = Object.keys(PARTS).filter((name) => !names.includes(name))
  const sizesLeft = ALL_SIZES.filter((size) => !sizes.includes(size))
  const enginesLeft = ENGINES.filter((engine) => !engines.includes(engine))
  const left = [
    ['Parts', parts.join(' '), parts.join(' ')],
    ['Numbers of invoices', sizesLeft.join(), `--sizes ${ALL_SIZES.join()}`],
    ['Engines', enginesLeft.join(), `--engines ${ENGINES.join()}`],
  ]
  return left
    .filter(([, what]) => what)
    .map(([kind, what, option]) => `${kind} left out: ${what} (node bench/run.ts ${option}).`)
}
