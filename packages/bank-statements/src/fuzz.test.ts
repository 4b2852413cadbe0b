import { describe, expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import { proposeCsvProfile } from './csv/propose.ts'
import { identitiesOf } from './identity.ts'
import { readBankFile } from './read-bank-file.ts'
import { bytesOf, camt, camtDetail, camtEntry, mt940, record } from './samples.testing.ts'

/** BANK_STATEMENT_MUTATIONS=5000 tries more. */
const MUTATIONS = Number(process.env.BANK_STATEMENT_MUTATIONS ?? 400)

const details = camtDetail(
  '<Amt Ccy="EUR">5.00</Amt><RltdPties><Dbtr><Nm>A</Nm></Dbtr></RltdPties><RmtInf><Ustrd>INV-1</Ustrd></RmtInf>',
).repeat(2)
const SAMPLES: Readonly<Record<string, string>> = {
  camt: camt(
    camtEntry(details) +
      camtEntry(
        camtDetail(
          '<RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf>',
        ),
        { status: 'PDNG' },
      ),
    { closing: '110.00' },
  ),
  mt940: mt940(
    ':61:2605280528C10,00NTRFNONREF//B-1\r\n:86:166?00X?20EREF+E?21SVWZ+INV-1?30B?31DE33123456780000000101?32Anna\r\n:61:2605280528RC1,NTRFX\r\n:86:/TRTP//REMI/USTD//INV/NAME/Anna/',
  ),
  csv: '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"IBAN";"Betrag (€)"\r\n"29.05.26";"29.05.26";"Gebucht";"Anna";"Wir";"INV-1";"DE33123456780000000101";"1.190,50 €"\r\n"28.05.26";"";"Vorgemerkt";"";"";"";"";"-1"\r\n',
  coda: [
    record([1, '00000'], [6, '290526'], [12, '539'], [15, '05'], [128, '2']),
    record(
      [1, '12005'],
      [6, 'BE68539007547034'],
      [40, 'EUR'],
      [43, '0'],
      [44, '000000000100000'],
      [59, '280526'],
    ),
    record(
      [1, '21'],
      [3, '00010000'],
      [11, 'REF'],
      [32, '0'],
      [33, '000000000119000'],
      [48, '290526'],
      [54, '00150000'],
      [62, '1101010806817183'],
      [116, '290526'],
    ),
    record(
      [1, '8005'],
      [5, 'BE68539007547034'],
      [39, 'EUR'],
      [42, '0'],
      [43, '000000000219000'],
      [58, '290526'],
    ),
    record([1, '9']),
  ].join('\r\n'),
  gpc: [
    record(
      [1, '074'],
      [4, '0000192000145399'],
      [40, '280526'],
      [46, '00000000010000'],
      [60, '+'],
      [61, '00000000021900'],
      [75, '+'],
      [106, '042'],
      [109, '290526'],
    ),
    record(
      [1, '075'],
      [4, '0000192000145399'],
      [20, '0000002000145399'],
      [36, '0000000009871'],
      [49, '000000011900'],
      [61, '2'],
      [62, '0020260101'],
      [74, '0800'],
      [92, '290526'],
      [119, '0203'],
      [123, '290526'],
    ),
    record([1, '078'], [4, 'INV-1']),
  ].join('\r\n'),
}

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Number((BigInt(state) * BigInt(below)) >> 32n)
  }
}

const PIECES = [
  '\0',
  '\r',
  '\n',
  '"',
  ';',
  ':61:',
  ':62F:',
  ':86:',
  '-}',
  '<',
  '&',
  ']]>',
  '<!DOCTYPE x>',
  '&#0;',
  '&#xD800;',
  '\u202e',
  '9'.repeat(40),
  '-',
  '٣',
  'é',
  '075',
  '21',
]

/** One to four changes: of a byte, a piece left out, repeated, put in, or the rest cut off. */
function mutated(sample: Uint8Array, next: (below: number) => number): Uint8Array {
  let bytes = [...sample]
  for (let change = 0; change <= next(4); change += 1) {
    const at = next(bytes.length + 1)
    const piece = bytes.slice(at, at + next(40))
    const kinds = [
      () => bytes.with(at % (bytes.length || 1), next(256)),
      () => bytes.toSpliced(at, piece.length),
      () => bytes.toSpliced(next(bytes.length + 1), 0, ...piece),
      () => bytes.toSpliced(at, 0, ...bytesOf(PIECES[next(PIECES.length)] ?? '')),
      () => (next(4) === 0 ? bytes.slice(0, at) : bytes),
    ]
    if (bytes.length > 0) bytes = kinds[next(kinds.length)]?.() ?? bytes
  }
  return Uint8Array.from(bytes)
}

describe('broken files', () => {
  test.each(Object.entries(SAMPLES))('%s: a result or a refusal of ours', (_, text) => {
    const sample = bytesOf(text)
    const next = numbers(7)
    expect(readBankFile(sample).statements).not.toEqual([])
    const seen = new Set<string>()
    for (let run = 0; run < MUTATIONS; run += 1) {
      const bytes = mutated(sample, next)
      seen.add(outcome(() => checked(bytes)))
      seen.add(outcome(() => proposeCsvProfile(bytes)))
    }
    expect(seen).toContain('file_unreadable')
    expect(seen).toContain('read')
  })
})

function outcome(run: () => unknown): string {
  try {
    run()
    return 'read'
  } catch (error) {
    if (error instanceof BankFileError) return error.code
    throw error
  }
}

/** Whatever is read can be stored: days exist, texts are well-formed, and nothing is endless. */
function checked(bytes: Uint8Array): void {
  for (const { entries } of readBankFile(bytes).statements) {
    expect(identitiesOf(entries)).toHaveLength(entries.length)
    for (const entry of entries) {
      for (const day of [entry.bookingDate, entry.valueDate])
        expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
      for (const text of [entry.name, entry.text, entry.endToEnd, entry.bankReference])
        expect((text ?? '').isWellFormed() && !text?.includes('\0')).toBe(true)
    }
  }
}

describe('long files', () => {
  const entry = camtEntry(camtDetail('<RmtInf><Ustrd>INV-1</Ustrd></RmtInf>'))
  const field = ':61:2605280528C10,00NTRFNONREF\r\n:86:166?20INV-1'
  test.each([
    ['camt', (count: number) => camt(entry.repeat(count))],
    [
      'camt with elements that mean nothing',
      (count: number) => camt('<X/>'.repeat(count * 10) + entry.repeat(count)),
    ],
    ['mt940', (count: number) => mt940(Array(count).fill(field).join('\r\n'))],
    [
      'csv',
      (count: number) => (SAMPLES.csv ?? '') + '"29.05.26";"";"";"";"";"";"";"1"\n'.repeat(count),
    ],
  ])('%s: ten times the entries take no hundred times the work', (_, make) => {
    const work = (count: number) => {
      const bytes = bytesOf(make(count))
      const before = process.cpuUsage()
      expect(readBankFile(bytes).statements[0]?.entries.length).toBeGreaterThanOrEqual(count)
      return process.cpuUsage(before).user
    }
    work(500)
    const small = work(1000)
    expect(work(10_000)).toBeLessThan(small * 40 + 500_000)
  })
})
