import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCii, writeUbl } from '@billwright/einvoice/write'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { FULL } from '../../../../../packages/einvoice/src/model/document.testing.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { InvoiceCreate } from '../../../../sales/invoices/input-schema.ts'
import { withProblems } from '../../errors.ts'
import { readDraft } from './read-draft.ts'

const UBL = writeUbl(FULL, 'en16931')
const CII = writeCii(FULL, 'en16931')
const REPORTS = join(import.meta.dirname, '../../../../../../shared/reports/einvoices')
const REASON = existsSync(REPORTS)
  ? ''
  : ': skipped, because the folder of documents is not beside the project'

const draftOr = (file: Uint8Array) => {
  try {
    return withProblems(() => readDraft({ file }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error
  }
}

test.each([
  ['UBL', UBL],
  ['CII', CII],
])('a draft of %s without any one of its elements fits the schema', (_syntax, xml) => {
  for (const { 0: leaf, index } of xml.matchAll(/<((?:cbc|ram|udt):\w+)[^>]*>[^<]*<\/\1>/g)) {
    const drafts = draftOr(Buffer.from(xml.slice(0, index) + xml.slice(index + leaf.length)))
    if (drafts instanceof AppError) expect(drafts.code, leaf).toBe('einvoice_incomplete')
    else expect([...Value.Errors(InvoiceCreate, drafts[0]?.body)], leaf).toEqual([])
  }
})

test('a draft tells what the file lacks', () => {
  const [draft] = readDraft({ file: Buffer.from(UBL.replace(/ unitCode="[^"]*"/, '')) })
  expect(draft?.notTaken).toContainEqual({
    path: '/lines/0/unit',
    reason: 'The file lacks BT-130, the unit.',
  })
})

test.skipIf(REASON)(`files of others are imported, or refused with a code${REASON}`, () => {
  for (const name of readdirSync(REPORTS).filter((it) => it !== 'README.md'))
    draftOr(readFileSync(join(REPORTS, name)))
})
