import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CREDIT_NOTE, FULL, MINIMAL } from '../model/document.testing.ts'
import { readEInvoice } from './read.ts'
import { writeCii, writeUbl } from './write.ts'

const GOLDEN = join(import.meta.dirname, '../../../../test/golden/einvoices')
const DOCUMENTS = { full: FULL, 'credit-note': CREDIT_NOTE, minimal: MINIMAL }

const PROFILE = 'urn:cen.eu:en16931:2017'

describe.each(Object.entries(DOCUMENTS))('the document %s', (name, document) => {
  test('is this UBL', async () => {
    await expect(writeUbl(document, 'en16931')).toMatchFileSnapshot(join(GOLDEN, `${name}.ubl.xml`))
  })

  test('is this CII', async () => {
    await expect(writeCii(document, 'en16931')).toMatchFileSnapshot(join(GOLDEN, `${name}.cii.xml`))
  })

  test('both are read back unchanged', () => {
    for (const write of [writeUbl, writeCii]) {
      const { document: read, unread } = readEInvoice(Buffer.from(write(document, 'en16931')))
      expect(read).toEqual({ ...document, specification: PROFILE })
      expect(unread).toEqual([])
    }
  })
})
