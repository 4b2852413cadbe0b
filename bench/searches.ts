import { type Figure, median, quantile, timed } from './measure.ts'
import { API, type Served, startedCpuMs } from './service.ts'

const TIMES = 30

interface Searches {
  readonly figure: Pick<Figure, 'part' | 'engine' | 'invoices'>
  /** Paths with their query, by name. */
  readonly paths: Readonly<Record<string, string>>
  /** The p95 must not exceed it. */
  readonly limitMs: number
}

/** How long each of these reads takes, and the CPU of service and database. */
export async function measureSearches(
  service: Served,
  { figure, paths, limitMs }: Searches,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(paths)) {
    const cpuMs: number[] = []
    const read = async () => {
      const before = startedCpuMs()
      await service.json('GET', `${API}/${path}`)
      cpuMs.push(startedCpuMs() - before)
    }
    const taken = await timed(read, { times: TIMES })
    const limit = { limit: limitMs, limitName: 'the aim' }
    figures.push(
      { ...figure, name: `${name}, p95`, value: quantile(taken, 0.95), unit: 'ms', ...limit },
      { ...figure, name, value: median(cpuMs.slice(-TIMES)), unit: 'ms CPU' },
    )
  }
  return figures
}
