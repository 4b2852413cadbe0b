/**
 * The mask of a QR code, chosen as ISO/IEC 18004:2015, 7.8, asks: of eight patterns the one that leaves
 * the fewest shapes which readers stumble over. Most of the work of a code is here, so it is done on
 * one flat array.
 */

/** A square of modules, 1 for dark, row by row. */
export interface Square {
  readonly size: number
  readonly modules: Uint8Array
}

/** As encoded under mask 0. */
export interface EncodedSquare extends Square {
  /** 1 where a module holds data: only those are masked. */
  readonly isData: Uint8Array
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + (x - (x % 3)) / 3) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** The same code under its best mask; of equal ones the first. Level M only. */
export function bestMasked(encoded: EncodedSquare): Square {
  let best: Square = encoded
  let lowest = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const candidate = masked(encoded, mask)
    const points = penaltyOf(candidate)
    if (points < lowest) {
      lowest = points
      best = candidate
    }
  }
  return best
}

function masked({ size, modules, isData }: EncodedSquare, mask: number): Square {
  const [was, is] = [MASKS[0], MASKS[mask]]
  const square = { size, modules: modules.slice() }
  if (!was || !is) return square
  for (let y = 0, at = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1, at += 1) {
      if (isData[at] === 1 && was(x, y) !== is(x, y)) square.modules[at] = 1 - (modules[at] ?? 0)
    }
  }
  writeFormat(square, mask)
  return square
}

const FORMAT_BITS = 15
const FORMAT_GENERATOR = 0x537
const FORMAT_MASK = 0x5412

/** Level M is 00, so the data of the format is the number of the mask (7.9.1, BCH (15, 5)). */
function formatOf(mask: number): number {
  let remainder = mask
  for (let bit = 0; bit < 10; bit += 1) {
    remainder = (remainder << 1) ^ ((remainder >> 9) * FORMAT_GENERATOR)
  }
  return ((mask << 10) | remainder) ^ FORMAT_MASK
}

/** Twice: around the first finder pattern, and along the other two (7.9.1, figure 25). */
function writeFormat({ size, modules }: Square, mask: number): void {
  const format = formatOf(mask)
  for (let bit = 0; bit < FORMAT_BITS; bit += 1) {
    const module = (format >> bit) & 1
    const before = bit < 6 ? bit : bit + 1
    const after = bit < 9 ? 15 - bit : 14 - bit
    modules[bit < 8 ? before * size + 8 : 8 * size + after] = module
    modules[bit < 8 ? 8 * size + size - 1 - bit : (size - FORMAT_BITS + bit) * size + 8] = module
  }
}

const LONG_RUN = 5
const LONG_RUN_POINTS = 3
const BLOCK_POINTS = 3
const FINDER_POINTS = 40
const BALANCE_POINTS = 10

function penaltyOf(square: Square): number {
  const { size } = square
  let points = blockPoints(square) + balancePoints(square)
  for (let line = 0; line < size; line += 1) {
    points += linePoints(square, line * size, 1) + linePoints(square, line, size)
  }
  return points
}

/** Of one row or column: runs of one colour, and what looks like a finder pattern. */
function linePoints({ size, modules }: Square, start: number, step: number): number {
  // The quiet zone is light, and as long as anybody asks for.
  const runs = new Runs(size)
  let points = 0
  let colour = 0
  let length = 0
  for (let count = 0, at = start; count < size; count += 1, at += step) {
    const module = modules[at] ?? 0
    if (module === colour) {
      length += 1
      if (length === LONG_RUN) points += LONG_RUN_POINTS
      else if (length > LONG_RUN) points += 1
    } else {
      runs.add(length)
      if (colour === 0) points += runs.finders() * FINDER_POINTS
      colour = module
      length = 1
    }
  }
  return points + runs.last(colour, length) * FINDER_POINTS
}

/** The last seven runs of a line, the newest first. */
class Runs {
  readonly #size: number
  #isFirst = true
  #a = 0
  #b = 0
  #c = 0
  #d = 0
  #e = 0
  #f = 0
  #g = 0

  constructor(size: number) {
    this.#size = size
  }

  add(length: number): void {
    this.#g = this.#f
    this.#f = this.#e
    this.#e = this.#d
    this.#d = this.#c
    this.#c = this.#b
    this.#b = this.#a
    this.#a = this.#isFirst ? length + this.#size : length
    this.#isFirst = this.#a === 0
  }

  /** 1 : 1 : 3 : 1 : 1 with four light modules on either side: asked after a light run. */
  finders(): number {
    const unit = this.#b
    const isCore =
      unit > 0 && this.#c === unit && this.#d === unit * 3 && this.#e === unit && this.#f === unit
    if (!isCore) return 0
    const isAfter = this.#a >= unit * 4 && this.#g >= unit
    const isBefore = this.#g >= unit * 4 && this.#a >= unit
    return Number(isAfter) + Number(isBefore)
  }

  /** The same at the end of the line, where the quiet zone goes on. */
  last(colour: number, length: number): number {
    if (colour === 1) this.add(length)
    this.add((colour === 1 ? 0 : length) + this.#size)
    return this.finders()
  }
}

/** For each block of 2 × 2 in one colour; larger ones consist of several. */
function blockPoints({ size, modules }: Square): number {
  let blocks = 0
  for (let y = 0; y < size - 1; y += 1) {
    for (let x = 0, at = y * size; x < size - 1; x += 1, at += 1) {
      const colour = modules[at]
      const isRow = colour === modules[at + 1] && colour === modules[at + size]
      if (isRow && colour === modules[at + size + 1]) blocks += 1
    }
  }
  return blocks * BLOCK_POINTS
}

/** For every 5 % that dark and light are apart from half and half. */
function balancePoints({ size, modules }: Square): number {
  let dark = 0
  for (let at = 0; at < modules.length; at += 1) dark += modules[at] ?? 0
  const total = size * size
  return (Math.ceil(Math.abs(dark * 20 - total * 10) / total) - 1) * BALANCE_POINTS
}
