/** In pixels. */
export const CHART_HEIGHT = 220

const STEPS_MAX = 4

/** Round values at equal distances from 0 to at least `highest`; empty if nothing is above 0. */
export function scaleOf(highest: number): readonly number[] {
  if (highest <= 0) return []
  const power = 10 ** Math.floor(Math.log10(highest / STEPS_MAX))
  const factor = [1, 2, 5, 10].find((it) => it * power * STEPS_MAX >= highest) ?? 10
  const count = Math.ceil(highest / (factor * power))
  return Array.from({ length: count + 1 }, (_, at) => at * factor * power)
}
