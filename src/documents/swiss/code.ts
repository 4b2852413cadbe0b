import { SwissQRCode } from 'swissqrbill/svg'
import { escapeHtml } from '../../templates/language/escape.ts'
import type { SwissBill, SwissParty } from './bill.ts'

const SIZE_MM = 46

/** The Swiss QR code of a bill, 46 × 46 mm with the cross in its middle, as inline SVG. */
export function swissCode(bill: SwissBill, { title }: { readonly title: string }): string {
  const { iban, creditor, debtor, currency, amount, reference, message } = bill
  const svg = new SwissQRCode(
    {
      currency,
      // At most twelve digits, which a number holds exactly; the library writes two decimals.
      amount: Number(amount),
      creditor: { account: iban, ...party(creditor) },
      ...(debtor === null ? {} : { debtor: party(debtor) }),
      ...(reference === null ? {} : { reference }),
      message,
    },
    SIZE_MM,
  ).toString()
  return joinModules(svg).replace(
    /^<svg [^>]*>/,
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" ' +
      `aria-label="${escapeHtml(title)}" style="display:block;width:46mm;height:46mm">`,
  )
}

const party = ({ name, street, houseNumber, postalCode, town, country }: SwissParty) => ({
  name,
  address: street,
  ...(houseNumber === '' ? {} : { buildingNumber: houseNumber }),
  zip: postalCode,
  city: town,
  country,
})

const MODULE =
  /<rect x="([\d.]+)mm" y="([\d.]+)mm" width="([\d.]+)mm" height="\3mm" fill="black" \/>/g

/**
 * The library draws each of some thousand modules as a square of its own, 200 KB of them, with hairlines of
 * light between. Here they are one path of bars, which has neither.
 */
function joinModules(svg: string): string {
  const squares = [...svg.matchAll(MODULE)].map(([, x, y, width]) => {
    const size = Number(width)
    return { size, column: toIndex(Number(x) / size), row: toIndex(Number(y) / size) }
  })
  const size = Math.min(...squares.map((it) => it.size))
  const modules = squares.filter((it) => it.size === size)
  let path = ''
  for (let at = 0; at < modules.length; ) {
    const first = modules[at]
    if (first === undefined) break
    const { column, row } = first
    let length = 1
    while (isNext(modules[at + length], { column, row: row + length })) length += 1
    path += `M${column} ${row}h1v${length}h-1z`
    at += length
  }
  const scale = (size / 25.4) * 96
  let isDrawn = false
  return svg.replace(MODULE, (square, _x, _y, width: string) => {
    // The larger square is the cross in the middle, which lies above the modules.
    if (Number(width) !== size) return square
    if (isDrawn) return ''
    isDrawn = true
    return `<path transform="scale(${scale})" shape-rendering="crispEdges" d="${path}"/>`
  })
}

interface Place {
  readonly column: number
  readonly row: number
}

const isNext = (module: Place | undefined, { column, row }: Place): boolean =>
  module?.column === column && module.row === row

/** The nearest whole number: positions are multiples of the module's size but for the last digits. */
const toIndex = (value: number): number => (value + 0.5) | 0
