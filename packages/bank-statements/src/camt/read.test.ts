import { describe, expect, test } from 'vitest'
import {
  camt,
  camtDetail,
  camtEntry,
  entryIn,
  read,
  refusalOf,
  statementIn,
} from '../samples.testing.ts'

describe('camt', () => {
  test('understands any prefix, version and order of statements', () => {
    const plain = camt(camtEntry(camtDetail('<RmtInf><Ustrd>INV-1</Ustrd></RmtInf>')), {
      version: '054.001.13',
    })
    const prefixed = plain.replace('xmlns=', 'xmlns:n1=').replace(/<(\/?)([A-Z])/g, '<$1n1:$2')
    expect(read(prefixed)).toEqual(read(plain))
    expect(read(prefixed).format).toBe('camt.054.001.13')
    expect(entryIn(prefixed).text).toBe('INV-1')
  })

  test('understands namespaces of countries, and blank lines before the declaration', () => {
    const text = camt(camtEntry(''))
    const austrian = text.replace(
      'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
      'ISO:camt.053.001.02:APC:STUZZA:payments:003',
    )
    expect(read(austrian).format).toBe('camt.053.001.02')
    expect(read(`\r\n  ${text}`)).toEqual(read(text))
  })

  test('refuses other messages by their name', () => {
    const report = camt('').replaceAll('camt.053.001.08', 'camt.052.001.08')
    expect(refusalOf(() => read(report))).toBe('format_not_supported')
    expect(() => read(report)).toThrow('camt.052.001.08')
    expect(refusalOf(() => read('<html><body>Session ended</body></html>'))).toBe(
      'format_not_supported',
    )
  })

  test('reads every message in an envelope, after its header', () => {
    const header =
      '<AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><Fr>x</Fr></AppHdr>'
    const messageOf = (version: string, text: string) =>
      camt(camtEntry(camtDetail(`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`)), { version }).replace(
        /^<\?xml[^>]*\?>\s*/,
        '',
      )
    const envelope = `<Envelope>${header}${messageOf('053.001.08', 'A')}${header}${messageOf('054.001.08', 'B')}</Envelope>`
    const { format, statements } = read(envelope)
    expect(format).toBe('camt.053.001.08')
    expect(statements.flatMap(({ entries }) => entries.map(({ text }) => text))).toEqual(['A', 'B'])
    const report = envelope.replaceAll(/camt\.05[34]/g, 'camt.052')
    expect(() => read(report)).toThrow('camt.052.001.08')
    expect(refusalOf(() => read(`<Envelope>${header}</Envelope>`))).toBe('format_not_supported')
    expect(refusalOf(() => read('<html><p>Session <br> ended</html>'))).toBe('format_not_supported')
  })

  test('counts entries that are not booked', () => {
    const statuses = ['<Cd>PDNG</Cd>', '<Cd>INFO</Cd>', '<Prtry>HELD</Prtry>', 'PDNG', 'BOOK']
    const entries = statuses.map((status) => camtEntry('', { status }))
    const { entries: booked, pending } = statementIn(camt(entries.join('')))
    expect([booked.length, pending]).toEqual([1, 4])
  })

  test('several details are entries of their own, without the reference of the entry', () => {
    const details = ['4.00', '6.00'].map((amount, index) =>
      camtDetail(
        `${index === 0 ? '<Refs><AcctSvcrRef>T-0</AcctSvcrRef></Refs>' : ''}<Amt Ccy="EUR">${amount}</Amt>`,
      ),
    )
    const { entries, problems } = statementIn(
      camt(camtEntry(details.join(''), { end: '<AddtlNtryInf>SALARIES</AddtlNtryInf>' }), {
        closing: '110.00',
      }),
    )
    expect(
      entries.map((it) => [it.amountMinor, it.bankReference, it.entryReference, it.batch, it.text]),
    ).toEqual([
      [400n, 'T-0', 'REF-1', 'detail', null],
      [600n, null, 'REF-1', 'detail', null],
    ])
    expect(problems).toEqual([])
  })

  test('a detail has the sign of its own, and details that do not add up are a problem', () => {
    const details =
      camtDetail('<Amt Ccy="EUR">12.00</Amt>') +
      camtDetail('<Amt Ccy="EUR">2.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>')
    expect(statementIn(camt(camtEntry(details))).entries.map((it) => it.amountMinor)).toEqual([
      1200n,
      -200n,
    ])
    expect(statementIn(camt(camtEntry(details))).problems).toEqual([])
    const short = camtDetail('<Amt Ccy="EUR">4.00</Amt>').repeat(2)
    expect(statementIn(camt(camtEntry(short))).problems).toEqual(['unbalanced'])
  })

  test('details whose amount is unknown stay one payment', () => {
    const details = camtDetail('<Amt Ccy="USD">4.00</Amt>') + camtDetail('')
    const { entries } = statementIn(camt(camtEntry(details)))
    expect(entries.map((it) => [it.amountMinor, it.batch, it.bankReference])).toEqual([
      [1000n, 'whole', 'REF-1'],
    ])
  })

  test('what was instructed is the amount of details without another one, if it adds up', () => {
    const instructed = (amount: string) =>
      camtDetail(
        `<AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls><RmtInf><Ustrd>INV-${amount}</Ustrd></RmtInf>`,
      )
    const told = (details: string) =>
      statementIn(camt(camtEntry(details))).entries.map((it) => [it.amountMinor, it.text])
    expect(told(instructed('4.00') + instructed('6.00'))).toEqual([
      [400n, 'INV-4.00'],
      [600n, 'INV-6.00'],
    ])
    expect(told(instructed('4.00') + instructed('7.00'))).toEqual([[1000n, null]])
  })

  test('a detail in another currency says what was instructed', () => {
    const details = [
      '<Amt Ccy="USD">11.00</Amt>',
      '<AmtDtls><TxAmt><Amt Ccy="USD">11.00</Amt></TxAmt></AmtDtls>',
      '<Amt Ccy="USD">11.00</Amt><AmtDtls><InstdAmt><Amt Ccy="EUR">10.00</Amt></InstdAmt></AmtDtls>',
    ]
    for (const detail of details)
      expect(entryIn(camt(camtEntry(camtDetail(detail)))).instructed, detail).toEqual({
        amountMinor: 1100n,
        currency: 'USD',
      })
  })

  test('the amount of a detail is in the currency of the entry', () => {
    const foreign =
      '<Amt Ccy="USD">5.00</Amt><AmtDtls><InstdAmt><Amt Ccy="USD">5.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">4.00</Amt></TxAmt></AmtDtls>'
    const { entries } = statementIn(
      camt(camtEntry(camtDetail(foreign) + camtDetail('<Amt Ccy="EUR">6.00</Amt>'))),
    )
    expect(entries.map((it) => it.amountMinor)).toEqual([400n, 600n])
    expect(entries[0]?.instructed).toEqual({ amountMinor: 500n, currency: 'USD' })
  })

  test('the other party is never the account itself', () => {
    const parties = (debtor: string, creditor: string) =>
      camtDetail(
        `<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct><Cdtr><Nm>Payee</Nm></Cdtr><CdtrAcct><Id><IBAN>${creditor}</IBAN></Id></CdtrAcct></RltdPties>`,
      )
    const own = 'DE02120300000000202051'
    const other = 'DE33123456780000000101'
    const nameOf = (details: string, mark: string) =>
      entryIn(camt(camtEntry(details, { mark }))).name
    expect(nameOf(parties(other, own), 'CRDT')).toBe('Payer')
    expect(nameOf(parties(own, other), 'DBIT')).toBe('Payee')
    const us = `<RltdPties><Cdtr><Nm>Us</Nm></Cdtr><CdtrAcct><Id><IBAN>${own}</IBAN></Id></CdtrAcct></RltdPties>`
    expect([nameOf(camtDetail(us), 'DBIT'), nameOf(camtDetail(us), 'CRDT')]).toEqual([null, null])
    // A return, in which everybody keeps the role of the first payment.
    expect(nameOf(parties(other, own), 'DBIT')).toBe('Payer')
    expect(nameOf(parties(own, other), 'CRDT')).toBe('Payee')
    expect(nameOf(camtDetail('<RltdPties><Dbtr><Nm>Payer</Nm></Dbtr></RltdPties>'), 'DBIT')).toBe(
      'Payer',
    )
  })

  test('has charges, references, mandate and reasons of either version', () => {
    const details = camtDetail(
      '<Refs><EndToEndId>NOTPROVIDED</EndToEndId><MndtId>MD-1</MndtId></Refs><Chrgs><Amt Ccy="EUR">1.50</Amt></Chrgs><RmtInf><Strd><RfrdDocInf><Nb>INV-9</Nb></RfrdDocInf><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>BBA</Issr></Tp><Ref>010806817183</Ref></CdtrRefInf></Strd></RmtInf><RtrInf><Rsn><Prtry>XX</Prtry></Rsn></RtrInf>',
    )
    expect(
      entryIn(
        camt(camtEntry(details, { more: '<RvslInd>true</RvslInd>' }), { version: '053.001.02' }),
      ),
    ).toMatchObject({
      endToEnd: null,
      mandate: 'MD-1',
      charges: { amountMinor: 150n, currency: 'EUR' },
      references: [{ kind: 'OGM', value: '010806817183' }],
      documents: ['INV-9'],
      returnReason: 'XX',
      isReversal: true,
    })
  })

  test('charges that come on top are not subtracted', () => {
    const charge = (included: boolean) =>
      camtDetail(
        `<Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt><ChrgInclInd>${included}</ChrgInclInd></Rcrd></Chrgs>`,
      )
    expect(entryIn(camt(camtEntry(charge(true)))).charges?.amountMinor).toBe(150n)
    expect(entryIn(camt(camtEntry(charge(false)))).charges).toBeNull()
  })

  test('a symbol in an end-to-end id is a reference', () => {
    const details = camtDetail('<Refs><EndToEndId>/VS0012345/SS7/KS0308</EndToEndId></Refs>')
    expect(entryIn(camt(camtEntry(details))).references).toEqual([{ kind: 'VS', value: '12345' }])
  })

  test.each([
    ['<Ref>VS:0012345</Ref>'],
    ['<Tp><CdOrPrtry><Prtry>VS</Prtry></CdOrPrtry></Tp><Ref>0012345</Ref>'],
  ])('a symbol in a reference of its own: %s', (info) => {
    const details = camtDetail(`<RmtInf><Strd><CdtrRefInf>${info}</CdtrRefInf></Strd></RmtInf>`)
    expect(entryIn(camt(camtEntry(details))).references).toEqual([{ kind: 'VS', value: '12345' }])
  })

  test('has balances, number and accounts without an IBAN', () => {
    const other = camt(camtEntry(''), {
      closing: '111.00',
      account: '<Othr><Id>12-345</Id></Othr>',
    })
    expect(statementIn(other)).toMatchObject({
      id: 'S-1',
      number: '7',
      account: { iban: null, otherId: '12-345' },
      opening: { amountMinor: 10000n, date: '2026-05-04' },
      problems: ['unbalanced'],
    })
  })

  test('leaves out what is of another namespace', () => {
    const foreign = '<x:Ntry xmlns:x="urn:x"><x:Amt Ccy="EUR">1</x:Amt></x:Ntry>'
    expect(statementIn(camt(foreign + camtEntry(''))).entries).toHaveLength(1)
  })

  test.each([
    [
      'a day that does not exist',
      camt(camtEntry('').replace('05-12', '02-30')),
      'file_unreadable date 2',
    ],
    [
      'an amount that is no number',
      camt(camtEntry('', { amount: '1e3' })),
      'file_unreadable amount 2',
    ],
    [
      'more decimals than the currency has',
      camt(camtEntry('', { amount: '1.005' })),
      'file_unreadable amount 2',
    ],
    [
      'an unknown currency',
      camt(camtEntry('').replace('"EUR"', '"XXX"')),
      'file_unreadable currency 2',
    ],
    ['a file that is cut off', camt(camtEntry('')).slice(0, -40), 'file_unreadable not_xml 2'],
    ['an entity of its own', camt(camtEntry(camtDetail('&boom;'))), 'file_unreadable not_xml 2'],
    [
      'a DOCTYPE',
      camt('').replace('\n', '\n<!DOCTYPE Document SYSTEM "file:///etc/passwd">'),
      'xml_forbidden 2',
    ],
    ['too many levels', camt('<A>'.repeat(40) + '</A>'.repeat(40)), 'file_unreadable depth 2'],
    ['a text without end', camt(`<A>${'x'.repeat(10_001)}</A>`), 'file_unreadable text 2'],
    [
      'too many entries',
      camt('<Ntry><Sts>PDNG</Sts></Ntry>'.repeat(50_001)),
      'file_unreadable entries 2',
    ],
  ])('refuses %s', (_, text, refusal) => {
    expect(refusalOf(() => read(text))).toBe(refusal)
  })

  test('an amount may have more zeros than the currency has decimals', () => {
    expect(entryIn(camt(camtEntry('', { amount: '10.00000' }))).amountMinor).toBe(1000n)
  })
})
