import { readFileSync } from 'node:fs'
import {
  all,
  type Element,
  ibanWithCheckDigits,
  readElements,
  textAt,
} from '@billwright/bank-statements'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { umlautsOf } from './characters.ts'
import type { Address, Collectable, Mandate, Pain008Format } from './direct-debit.ts'
import { planMessages } from './plan-messages.ts'
import { HAS_VECTORS, SKIPPED, schemaUrl, type Vector, vectors } from './shared-vectors.testing.ts'
import { writePain008 } from './write-pain008.ts'

const SCHEMAS: Readonly<Record<Pain008Format, readonly string[]>> = {
  'pain.008.001.08': ['pain.008.001.08.xsd', 'pain.008.001.08_GBIC_5.xsd'],
  'pain.008.001.02': ['pain.008.001.02.xsd', 'pain.008.001.02_GBIC_3.xsd'],
}
const RUNS = Number(process.env.SEPA_FILES ?? 300)

const MANDATE: Mandate = {
  reference: 'M1001-1',
  scheme: 'CORE',
  type: 'recurring',
  signedOn: '2025-03-10',
  accountHolder: 'Ada Beispiel',
  iban: 'DE17123456780000000001',
  bic: null,
  address: null,
  b2bConfirmedOn: null,
  lastOn: null,
  wasCollected: false,
  isFinal: false,
  amendment: null,
}
const CREDITOR = {
  id: 'DE98ZZZ09999999999',
  name: 'Fernweh Hosting GmbH',
  iban: 'DE91123456780000000900',
  bic: null,
  address: null,
}
const collectable = (
  id: string,
  mandate: Partial<Mandate> = {},
  amountMinor = 11900n,
): Collectable => ({
  id,
  endToEnd: `DD${id.padEnd(32, '0')}1`,
  amountMinor,
  collectOn: '2026-05-18',
  text: `INV-${id} Fernweh Hosting`,
  mandate: { ...MANDATE, ...mandate },
})

interface Run {
  readonly collectables: readonly Collectable[]
  readonly format?: Pain008Format
  readonly creditor?: typeof CREDITOR
  readonly firstAs?: 'rcur' | 'frst'
  readonly submitDays?: number
  readonly batchBooking?: boolean
  readonly today?: string
}

function filesOf(run: Run) {
  const creditor = run.creditor ?? CREDITOR
  const umlauts = umlautsOf(creditor.iban)
  const { messages, leftOut } = planMessages(run.collectables, {
    creditor,
    umlauts,
    firstAs: run.firstAs ?? 'rcur',
    submitDays: run.submitDays ?? 2,
    today: run.today ?? '2026-05-13',
  })
  const facts = {
    creditor,
    umlauts,
    createdAt: '2026-05-13T08:00:00Z',
    format: run.format ?? 'pain.008.001.08',
    batchBooking: run.batchBooking ?? true,
  } as const
  const files = messages.map((message, index) =>
    writePain008(message, { ...facts, messageId: `BW0198B2C3D4E5-${index + 1}` }),
  )
  return { files, leftOut: Object.fromEntries(leftOut) }
}

/** The facts of a file, as the vectors list them. */
function factsOf(file: string) {
  let root: Element | undefined
  readElements(file, {
    root: () => true,
    end: (element) => {
      root = element
      return true
    },
  })
  const header = all(root, 'CstmrDrctDbtInitn')[0]
  const blocks = all(header, 'PmtInf')
  return {
    transactions: Number(textAt(header, 'GrpHdr', 'NbOfTxs')),
    sum: textAt(header, 'GrpHdr', 'CtrlSum'),
    scheme: textAt(blocks[0], 'PmtTpInf', 'LclInstrm', 'Cd'),
    batch: textAt(blocks[0], 'BtchBookg') === 'true',
    groups: blocks.map((block) => ({
      sequence: textAt(block, 'PmtTpInf', 'SeqTp'),
      day: textAt(block, 'ReqdColltnDt'),
      transactions: Number(textAt(block, 'NbOfTxs')),
      sum: textAt(block, 'CtrlSum'),
      tx: all(block, 'DrctDbtTxInf').map(transactionOf),
    })),
  }
}

function transactionOf(it: Element) {
  const mandate = all(it, 'DrctDbtTx', 'MndtRltdInf')[0]
  const bic =
    textAt(it, 'DbtrAgt', 'FinInstnId', 'BICFI') || textAt(it, 'DbtrAgt', 'FinInstnId', 'BIC')
  const country = textAt(it, 'Dbtr', 'PstlAdr', 'Ctry')
  const details = all(mandate, 'AmdmntInfDtls')[0]
  const amendment = Object.fromEntries(
    Object.entries({
      OrgnlMndtId: textAt(details, 'OrgnlMndtId'),
      OrgnlCdtrNm: textAt(details, 'OrgnlCdtrSchmeId', 'Nm'),
      OrgnlCdtrId: textAt(details, 'OrgnlCdtrSchmeId', 'Id', 'PrvtId', 'Othr', 'Id'),
      OrgnlDbtrIBAN: textAt(details, 'OrgnlDbtrAcct', 'Id', 'IBAN'),
      OrgnlDbtrOthr: textAt(details, 'OrgnlDbtrAcct', 'Id', 'Othr', 'Id'),
    }).filter(([, text]) => text !== ''),
  )
  expect(textAt(mandate, 'AmdmntInd')).toBe(details ? 'true' : '')
  if (bic === '') expect(textAt(it, 'DbtrAgt', 'FinInstnId', 'Othr', 'Id')).toBe('NOTPROVIDED')
  return {
    mandate: textAt(mandate, 'MndtId'),
    signed: textAt(mandate, 'DtOfSgntr'),
    amount: textAt(it, 'InstdAmt'),
    name: textAt(it, 'Dbtr', 'Nm'),
    text: textAt(it, 'RmtInf', 'Ustrd'),
    ...(bic && { bic }),
    ...(country && { country }),
    ...(details && { amendment }),
  }
}

describe('pain.008', () => {
  test('a file names what the bank needs, once, and adds up', () => {
    const { files } = filesOf({
      collectables: [collectable('b2', { reference: 'Z9' }, 1n), collectable('a1')],
    })
    const [file = ''] = files
    expect(files).toHaveLength(1)
    expect(factsOf(file)).toMatchObject({
      transactions: 2,
      sum: '119.01',
      scheme: 'CORE',
      batch: true,
      groups: [{ sequence: 'RCUR', day: '2026-05-18', sum: '119.01' }],
    })
    expect(factsOf(file).groups[0]?.tx.map(({ mandate }) => mandate)).toEqual(['M1001-1', 'Z9'])
    expect(file).toContain('<PmtInfId>BW0198B2C3D4E5-1-1</PmtInfId>')
    expect(file.match(/DE98ZZZ09999999999/g)).toHaveLength(1)
    expect(filesOf({ collectables: [collectable('a1')] })).toEqual(
      filesOf({ collectables: [collectable('a1')] }),
    )
  })

  test('what cannot be collected is left out with its reason', () => {
    const { files, leftOut } = filesOf({
      collectables: [
        collectable('a', { type: 'one_off', lastOn: '2026-04-01' }),
        collectable('b', { lastOn: '2023-05-18' }),
        collectable('c', { scheme: 'B2B' }),
        collectable('d', { iban: 'CH9300762011623852957' }),
        collectable('e', { accountHolder: '渡辺' }),
        collectable('f', {}, 1_000_000_000_00n),
        collectable('g', {}, 0n),
      ],
    })
    expect(files).toEqual([])
    expect(leftOut).toEqual({
      a: 'mandate_used_up',
      b: 'mandate_expired',
      c: 'b2b_unconfirmed',
      d: 'address_required',
      e: 'name_not_writable',
      f: 'over_limit',
      g: 'over_limit',
    })
  })
})

const mandateOf = (it: Record<string, unknown>): Mandate => {
  const address = it.address as Record<string, string> | undefined
  const { iban, reference, creditorId, creditorName } = (it.amendment ?? {}) as Record<
    string,
    string
  >
  return {
    ...MANDATE,
    reference: it.reference as string,
    scheme: it.scheme as Mandate['scheme'],
    type: it.type as Mandate['type'],
    signedOn: it.signed_on as string,
    accountHolder: it.account_holder as string,
    iban: it.iban as string,
    bic: (it.bic as string) ?? null,
    address: address
      ? ({ ...address, postalCode: address.postal_code } as unknown as Address)
      : null,
    b2bConfirmedOn: (it.b2b_confirmed_on as string) ?? null,
    lastOn: (it.last_on as string) ?? null,
    wasCollected: it.collected === true,
    isFinal: it.final === true,
    amendment: it.amendment ? { iban, reference, creditorId, creditorName } : null,
  }
}

describe.runIf(HAS_VECTORS)(`files of pain008.json${SKIPPED}`, () => {
  test.each<Vector>(vectors('pain008').cases ?? [])('$id $title', (it) => {
    const { settings } = it
    const format = settings.format ?? 'pain.008.001.08'
    const { files, leftOut } = filesOf({
      collectables: it.collections.map((of: Record<string, string>) => ({
        id: of.id,
        endToEnd: `DD${of.hex}1`,
        amountMinor: BigInt(of.amount?.replace('.', '') ?? ''),
        collectOn: it.collect_on,
        text: of.text,
        mandate: mandateOf(it.mandates[of.mandate ?? '']),
      })),
      creditor: {
        ...CREDITOR,
        id: settings.creditorId,
        name: settings.creditorName,
        iban: settings.iban,
      },
      format,
      firstAs: settings.sequence,
      submitDays: settings.submitDays,
      batchBooking: settings.batchBooking ?? true,
      today: it.today,
    })
    expect(files.map(factsOf)).toEqual(it.expect.files)
    expect(leftOut).toEqual(it.expect.left_out)
    for (const file of files) expectValid(file, format)
  })

  test(`${RUNS} random mandates and names give no invalid file`, () => {
    const format = fc.constantFrom<Pain008Format>('pain.008.001.08', 'pain.008.001.02')
    fc.assert(
      fc.property(
        format,
        fc.array(anyCollectable, { minLength: 1, maxLength: 10 }),
        (format, list) => {
          const collectables = list.map((it, index) => ({ ...it, id: String(index) }))
          const { files, leftOut } = filesOf({ collectables, format })
          for (const file of files) expectValid(file, format)
          const written = files.reduce((sum, file) => sum + factsOf(file).transactions, 0)
          expect(written + Object.keys(leftOut).length).toBe(list.length)
        },
      ),
      { numRuns: Math.ceil(RUNS / 10), seed: 8 },
    )
  })
})

const text = (max: number) => fc.string({ unit: 'binary', maxLength: max })
const name = fc.oneof(text(200), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }))
const germanIban = fc
  .bigInt(0n, 10n ** 18n - 1n)
  .map((it) => ibanWithCheckDigits('DE', String(it).padStart(18, '0')))
const address = fc.record({
  street: fc.option(name),
  postalCode: fc.option(name),
  city: name,
  country: fc.constantFrom('CH', 'DE', 'GB'),
})
const reference = fc.stringMatching(/^[A-Za-z0-9+?\-:().,']{1,35}$/)
const anyMandate: fc.Arbitrary<Mandate> = fc.record({
  reference,
  scheme: fc.constantFrom('CORE', 'B2B'),
  type: fc.constantFrom('recurring', 'one_off'),
  signedOn: fc.constantFrom('2020-02-29', '2025-03-10', '2026-05-12'),
  accountHolder: name,
  iban: fc.oneof(germanIban, fc.constant('CH9300762011623852957')),
  bic: fc.option(fc.constantFrom('XXXXCHZZ80A', 'TESTDEFF')),
  address: fc.option(address),
  b2bConfirmedOn: fc.option(fc.constant('2026-02-01')),
  lastOn: fc.option(fc.constantFrom('2023-01-01', '2026-04-20')),
  wasCollected: fc.boolean(),
  isFinal: fc.boolean(),
  amendment: fc.option(
    fc.record(
      {
        reference,
        iban: germanIban,
        creditorId: fc.constant('AT61ZZZ01234567890'),
        creditorName: name,
      },
      { requiredKeys: [] },
    ),
  ),
})
const anyCollectable: fc.Arbitrary<Collectable> = fc.record({
  id: fc.constant(''),
  endToEnd: fc.stringMatching(/^DD[0-9a-f]{32}[1-4]$/),
  amountMinor: fc.bigInt(0n, 1_000_000_000_00n),
  collectOn: fc.constantFrom('2026-05-01', '2026-05-16', '2026-12-24'),
  text: text(300),
  mandate: anyMandate,
})

const validators = new Map<string, XsdValidator>()

function expectValid(file: string, format: Pain008Format): void {
  for (const name of SCHEMAS[format]) {
    const known = validators.get(name)
    const validator =
      known ?? XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schemaUrl(name))))
    validators.set(name, validator)
    const document = XmlDocument.fromString(file)
    try {
      validator.validate(document)
    } catch (error) {
      throw new Error(`not valid by ${name}: ${error}\n${file}`)
    } finally {
      document.dispose()
    }
  }
}
