import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../../../core/http/json-body.ts'
import { nextTurn } from '../../../../platform/clock.ts'
import { columnOf } from '../../csv/inner/body.ts'
import { ROWS_MAX } from '../../csv/inner/file.ts'
import { toFaults } from '../../inner/checks.ts'
import type { SourceRecord } from '../../inner/kind.ts'
import { faultAt, TransferError } from '../../report.ts'

const LINES_AT_ONCE = 500

/**
 * Turns each line that is not blank into a record: a body as the API takes it.
 *
 * @throws TransferError if it cannot be read at all
 */
export async function readJsonLines(bytes: Uint8Array): Promise<readonly SourceRecord[]> {
  if (!isUtf8(bytes))
    throw new TransferError('The file cannot be read: it is not UTF-8.', {
      params: { reason: 'not_utf8' },
    })
  const lines = Buffer.from(bytes)
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
  const records: SourceRecord[] = []
  for (const [index, text] of lines.entries()) {
    if (text.trim() !== '') records.push(toRecord(index + 1, text))
    if (records.length > ROWS_MAX)
      throw new TransferError(`The file has more than ${ROWS_MAX} lines. Split it.`, {
        params: { reason: 'rows', max: ROWS_MAX },
      })
    // Other requests run in between.
    if (index % LINES_AT_ONCE === 0) await nextTurn()
  }
  if (records.length === 0)
    throw new TransferError('The file is empty.', { params: { reason: 'empty' } })
  return records
}

function toRecord(line: number, text: string): SourceRecord {
  const record = { line, parts: [], columns: {} }
  try {
    return { ...record, body: parseJson(text) as SourceRecord['body'], faults: [] }
  } catch (error) {
    const faults = toFaults(error).map((it) =>
      faultAt(line, columnOf(it.pointer), it.code, it.message, it.params),
    )
    return { ...record, body: null, faults }
  }
}
