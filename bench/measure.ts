/** One figure, beside the limit that was measured in the same run. */
export interface Figure {
  readonly part: string
  readonly name: string
  readonly engine?: string
  readonly invoices?: number
  readonly value: number
  readonly unit: string
  /** The same work without this service, or what it is compared with; in the same unit. */
  readonly limit?: number
  readonly limitName?: string
  /** The same at the first size, in the same unit. */
  readonly first?: number
  readonly firstName?: string
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN

/** Milliseconds of each of `times` runs, one after the other, after `warmUp` that do not count. */
export async function timed(
  work: () => Promise<unknown>,
  { times, warmUp = 5 }: { readonly times: number; readonly warmUp?: number },
): Promise<readonly number[]> {
  for (let at = 0; at < warmUp; at += 1) await work()
  const taken: number[] = []
  for (let at = 0; at < times; at += 1) {
    const begin = performance.now()
    await work()
    taken.push(performance.now() - begin)
  }
  return taken
}

/**
 * CPU time of one of each, in ms, as the median of the rounds. They are done in turns, so that what
 * others do on the machine meanwhile meets all alike.
 */
export async function inTurns(
  works: readonly (() => Promise<unknown>)[],
  options: {
    readonly rounds: number
    /** Of each in a round. */
    readonly times: number
    readonly warmUp: number
    readonly cpuMs: () => number
  },
): Promise<readonly number[]> {
  const { rounds, times, warmUp, cpuMs } = options
  for (const work of works) for (let at = 0; at < warmUp; at += 1) await work()
  const taken = works.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const before = cpuMs()
      for (let at = 0; at < times; at += 1) await work()
      taken[index]?.push((cpuMs() - before) / times)
    }
  }
  return taken.map(median)
}

export interface Load {
  readonly perSecond: number
  /** CPU time of the server for one of them. */
  readonly cpuMs: number
}

interface LoadOptions {
  readonly atOnce: number
  readonly seconds: number
  readonly cpuMs: () => number
}

/** The same of several works in turns of `seconds`, so that what others do on the machine meets all alike. */
export async function loadedInTurns(
  works: readonly (() => Promise<unknown>)[],
  { turns, ...options }: LoadOptions & { readonly turns: number },
): Promise<readonly Load[]> {
  const taken = works.map((): Load[] => [])
  for (let turn = 0; turn < turns; turn += 1)
    for (const [index, work] of works.entries()) taken[index]?.push(await loaded(work, options))
  return taken.map((loads) => ({
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    cpuMs: median(loads.map(({ cpuMs }) => cpuMs)),
  }))
}

/** As many as come in `seconds` from so many at once. */
export async function loaded(work: () => Promise<unknown>, options: LoadOptions): Promise<Load> {
  const { atOnce, seconds, cpuMs } = options
  const lanes = async (forSeconds: number): Promise<number> => {
    const untilMs = performance.now() + forSeconds * 1000
    let count = 0
    const lane = async () => {
      while (performance.now() < untilMs) {
        await work()
        count += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return count
  }
  await lanes(seconds)
  const [begin, before] = [performance.now(), cpuMs()]
  const count = await lanes(seconds)
  const took = performance.now() - begin
  return { perSecond: (count * 1000) / took, cpuMs: (cpuMs() - before) / count }
}
