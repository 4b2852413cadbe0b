import { findCompanySecret } from '../../../core/companies/secrets.ts'
import { type CompanyDb, tablesOf } from '../../../platform/database/scope.ts'
import { openHashed } from '../../../platform/seal.ts'
import { type Break, breakOf } from '../report.ts'

/** Messages may be many megabytes. */
const BATCH = 8

/** Messages whose bytes do not match their hash, and sent messages without a hash. */
export async function* messageBreaks(scope: CompanyDb): AsyncGenerator<Break> {
  const secret = (await findCompanySecret(scope, 'mail')) ?? ''
  let after = ''
  for (;;) {
    const rows = await tablesOf(scope)
      .selectFrom('message_bytes')
      .select(['sha256', 'bytes'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(BATCH)
      .execute()
    for (const { sha256: hash, bytes } of rows)
      if (openHashed(secret, hash, bytes) === null)
        for (const found of await changed(scope, hash)) yield found
    after = rows.at(-1)?.sha256 ?? after
    if (rows.length < BATCH) break
  }
  const unhashed = await tablesOf(scope)
    .selectFrom('messages')
    .select('id')
    .where('status', '=', 'sent')
    .where('raw_sha256', 'is', null)
    .execute()
  for (const { id } of unhashed)
    yield breakOf('message_bytes', `${id} is called sent, but has no hash of what was sent.`)
}

async function changed(scope: CompanyDb, hash: string): Promise<readonly Break[]> {
  const messages = await tablesOf(scope)
    .selectFrom('messages')
    .select('id')
    .where('raw_sha256', '=', hash)
    .execute()
  const ids = messages.map(({ id }) => id)
  return (ids.length === 0 ? [hash] : ids).map((id) =>
    breakOf('message_bytes', `The stored bytes of ${id} differ from the bytes that were sent.`, {
      expected: hash,
    }),
  )
}
