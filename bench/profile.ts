/**
 * What a `.cpuprofile` (`node --cpu-prof`) spent its time on: `node bench/profile.ts FILE [count]`.
 * By function the time in itself; by file or package the time in all its functions.
 */
import { readFileSync } from 'node:fs'

interface ProfileNode {
  readonly id: number
  readonly callFrame: {
    readonly functionName: string
    readonly url: string
    readonly lineNumber: number
  }
}

const [file = '', count = '25'] = process.argv.slice(2)
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
const [functions, places] = [new Map<string, number>(), new Map<string, number>()]
let totalMs = 0
for (const [index, id] of samples.entries()) {
  const frame = byId.get(id)
  const ms = (timeDeltas[index] ?? 0) / 1000
  if (!frame || frame.functionName === '(idle)') continue
  totalMs += ms
  const place = placeOf(frame.url)
  add(functions, `${frame.functionName || '(anonymous)'} ${place}:${frame.lineNumber + 1}`, ms)
  add(places, place || frame.functionName, ms)
}
print('by function', functions)
print('by file or package', places)

function add(sums: Map<string, number>, name: string, ms: number): void {
  sums.set(name, (sums.get(name) ?? 0) + ms)
}

/** The package of an installed file, the path of an own one. */
function placeOf(url: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return inPackage ?? url.replace(/^.*?\/(src|bench|migrations)\//, '$1/')
}

function print(title: string, sums: ReadonlyMap<string, number>): void {
  console.log(`${title} (${totalMs.toFixed(0)} ms that were not idle)`)
  const sorted = [...sums].sort(([, a], [, b]) => b - a).slice(0, Number(count))
  for (const [name, ms] of sorted)
    console.log(
      `${ms.toFixed(0).padStart(7)} ms ${((ms / totalMs) * 100).toFixed(1).padStart(5)} %  ${name}`,
    )
}
