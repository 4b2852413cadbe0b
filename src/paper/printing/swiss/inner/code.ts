import { escapeHtml } from '@billwright/templates'
import { SwissQRCode } from 'swissqrbill/svg'
import type { SwissBill, SwissParty } from '../bill.ts'

const SIZE_MM = 46

/** The Swiss QR code of a bill as inline SVG, 46 × 46 mm with the cross in the middle. */
export function swissCode(bill: SwissBill, { title }: { readonly title: string }): string {
  const { iban, creditor, debtor, currency, amount, reference, message } = bill
  const svg = new SwissQRCode(
    {
      currency,
      // At most twelve digits, exact in a number; the library writes two decimals.
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
 * The library draws about a thousand modules as single squares: 200 KB, with hairline gaps. This
 * draws them as one path of bars, without gaps.
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
    // The larger square is the cross in the middle, on top of the modules.
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

/** Rounds to an integer: positions are multiples of the module size except for float errors. */
const toIndex = (value: number): number => (value + 0.5) | 0
