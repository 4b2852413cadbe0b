import { formatMinor, sumOf } from '@billwright/money'

export interface SampleEntry {
  /** Negative: money out. */
  readonly minor: bigint
  readonly name: string
  readonly text: string
}

const OPENING_MINOR = 412_050n

/** A statement in euros as a bank writes it (MT940), with entries of one day. */
export function sampleStatement(
  { iban, day }: { readonly iban: string; readonly day: string },
  entries: readonly SampleEntry[],
): Buffer {
  const date = day.replaceAll('-', '').slice(2)
  const decimal = (minor: bigint) => formatMinor(minor, 'EUR').replace('.', ',')
  const balance = (minor: bigint) => `C${date}EUR${decimal(minor)}`
  const closing = OPENING_MINOR + sumOf(entries.map(({ minor }) => minor))
  const lines = entries.flatMap(({ minor, name, text }, at) => [
    `:61:${date}${date.slice(2)}${minor < 0n ? 'D' : 'C'}${decimal(minor < 0n ? -minor : minor)}NTRFNONREF//DEMO-${at + 1}`,
    `:86:166?00TRANSFER?20SVWZ+${text}?32${name}`,
  ])
  return Buffer.from(
    [
      ...[':20:DEMO', `:25:${iban}`, ':28C:1/1', `:60F:${balance(OPENING_MINOR)}`],
      ...lines,
      ...[`:62F:${balance(closing)}`, '-', ''],
    ].join('\r\n'),
  )
}
