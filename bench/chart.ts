import type { Figure } from './measure.ts'

const ROW = 22
const LABEL = 330
const WIDTH = 760
const HEAD = 56
const SCALE_MAX = 8

/** How much longer each page of the list takes at the greatest size than at the smallest: bars. */
export function listChart(figures: readonly Figure[]): string {
  const most = Math.max(0, ...figures.map(({ invoices }) => invoices ?? 0))
  const rows = figures.filter((it) => it.part === 'lists' && it.invoices === most && it.first)
  const height = HEAD + rows.length * ROW + 16
  const x = (ratio: number) =>
    LABEL + (Math.min(ratio, SCALE_MAX) / SCALE_MAX) * (WIDTH - LABEL - 60)
  const lines = [1, 5].map(
    (ratio) =>
      `<line x1="${x(ratio)}" x2="${x(ratio)}" y1="${HEAD - 10}" y2="${height - 10}" stroke="#9aa5b1" stroke-dasharray="3 3"/>` +
      `<text x="${x(ratio)}" y="${HEAD - 16}" text-anchor="middle" fill="#52606d">${ratio} ×</text>`,
  )
  const bars = rows.map(({ name, engine, value, first }, index) => {
    const ratio = value / (first ?? value)
    const y = HEAD + index * ROW
    const colour = engine === 'sqlite' ? '#0b6e75' : '#8a5a00'
    return (
      `<text x="${LABEL - 8}" y="${y + 13}" text-anchor="end">${engine}, ${name}</text>` +
      `<rect x="${LABEL}" y="${y + 2}" width="${(x(ratio) - LABEL).toFixed(1)}" height="${ROW - 7}" fill="${colour}"/>` +
      `<text x="${x(ratio) + 6}" y="${y + 13}">${ratio.toFixed(1)} ×</text>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#1f2933" role="img">
<title>CPU time of a page of the list at ${most.toLocaleString('en')} invoices, against the smallest size</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="700">A page of the list at ${most.toLocaleString('en')} invoices, against ${rows[0]?.firstName?.replace('at ', '') ?? ''}</text>
${[...lines, ...bars].join('\n')}
</svg>
`
}
