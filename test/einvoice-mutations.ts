import type { Random } from './einvoice-random.ts'
import type { TypicalInvoice } from './einvoice-typical.ts'
import type { Json } from './givens.ts'

/** What people and programs send by mistake in the place of a value. */
const ODD: readonly ((before: Json, random: Random) => Json)[] = [
  () => undefined,
  () => null,
  () => '',
  (_, random) => random.pick([' ', '\t', '\u00a0', '\u200b', '\ufeff']),
  (_, random) =>
    random.pick(['XX', 'ZZ', 'XYZ', 'AAA', '9999', '0000', '99', 'ZZZ', 'EM', 'STK', 'B', 'eur']),
  (before) => String(before).repeat(60).slice(0, 200),
  (before) => `${before}${'x'.repeat(300)}`,
  (_, random) =>
    random.pick([
      '👩‍🌾',
      'שלום',
      'e\u0301\u0327',
      '\ufffe!',
      'a\u0085b',
      ']]><&"\'',
      '\u202eabc',
      '𝔘\u{e0041}',
    ]),
  (before) => (Number.isNaN(Number(before)) ? `-${before}` : String(-Number(before))),
  (_, random) =>
    random.pick(['0', '-1', '0.000001', '99999999', '1e5', '0.005', '100', '33.3333', 7]),
  (_, random) => random.pick(['2026-02-30', '1999-01-01', '2099-12-31', '2026-11-21']),
  (before) => ` ${before} `,
  (before) => `${before}\n\n${before}`,
]

/** One to three values of the invoice or of the settings that are not as they were. */
export function mutated(typical: TypicalInvoice, random: Random): TypicalInvoice {
  let { settings, invoice } = typical
  const changes: string[] = []
  for (let count = random.integer(1, 3); count > 0; count--) {
    const isOfSettings = random.oneIn(4)
    const target = isOfSettings ? settings : invoice
    const pointer = random.pick([...leaves(target)])
    const value = random.pick(ODD)(at(target, pointer), random)
    changes.push(`/${pointer.join('/')}=${JSON.stringify(value)?.slice(0, 40)}`)
    const changed = replaced(target, pointer, value)
    if (isOfSettings) settings = changed
    else invoice = changed
  }
  return { ...typical, title: `${typical.title} ${changes.join(' ')}`, settings, invoice }
}

type Pointer = readonly string[]

function* leaves(value: Json, pointer: Pointer = []): Generator<Pointer> {
  if (value === null || typeof value !== 'object') yield pointer
  else for (const [key, part] of Object.entries(value)) yield* leaves(part, [...pointer, key])
}

const at = (value: Json, pointer: Pointer): Json =>
  pointer.reduce((part, key) => part?.[key], value)

function replaced(value: Json, [key, ...rest]: Pointer, to: Json): Json {
  if (key === undefined) return to
  const inner = replaced(value[key], rest, to)
  if (Array.isArray(value)) return value.with(Number(key), inner)
  return { ...value, [key]: inner }
}
