import { expect, test } from 'vitest'
import { identitiesOf, identityOf } from './identity.ts'
import { camt, camtDetail, camtEntry, entryIn, mt940, statementIn } from './samples.testing.ts'

const payment = entryIn(
  mt940(':61:2605140514C33,33NTRFNONREF\r\n:86:166?20Verkauf?31DE33123456780000000101?32Kasse'),
)

test('an entry with a reference of the bank is known by it and the amount, in any export', () => {
  const details = camtDetail('<RmtInf><Ustrd>INV-1</Ustrd></RmtInf>')
  const entry = entryIn(camt(camtEntry(details)))
  const again = entryIn(camt(camtEntry(camtDetail(''))).replace('05-12', '05-13'))
  expect(identityOf(again)).toBe(identityOf(entry))
  expect(identityOf({ ...entry, amountMinor: -entry.amountMinor })).not.toBe(identityOf(entry))
  expect(identityOf({ ...entry, bankReference: 'REF-2' })).not.toBe(identityOf(entry))
})

test('an entry without one is known by a fingerprint, in which blanks and case do not count', () => {
  expect(payment.bankReference).toBeNull()
  expect(identityOf({ ...payment, text: 'VER KAUF', name: 'Other' })).toBe(identityOf(payment))
  const changes = [
    { valueDate: '2026-05-15' },
    { iban: null },
    { endToEnd: 'E' },
    { text: 'Verkauf 2' },
    { amountMinor: 1n },
  ]
  for (const change of changes)
    expect(identityOf({ ...payment, ...change })).not.toBe(identityOf(payment))
})

test('equal payments of one file are counted', () => {
  const text = mt940(
    ':61:2605140514C33,33NTRFNONREF\r\n:61:2605140514C33,33NTRFNONREF\r\n:61:2605140514C33,34NTRFNONREF',
  )
  const found = identitiesOf(statementIn(text).entries)
  expect(found.map(({ n }) => n)).toEqual([1, 2, 1])
  expect(new Set(found.map(({ identity }) => identity)).size).toBe(2)
})

test('identities are stored, so they never change', () => {
  expect(identityOf(payment)).toMatchInlineSnapshot(`"OBzFn5zMtn2_Y5ty32WoAAg_HIR7wdPqQ8stqPXLdq8"`)
  expect(identityOf({ ...payment, bankReference: 'B-1' })).toMatchInlineSnapshot(
    `"CrnHLWm9XvANJPGs7CvGhLflkmouxmb-fDiBOmlsH14"`,
  )
})
