import { createHash } from 'node:crypto'
import { listArchivedKeys } from '../../../company/access/company-access.ts'
import type { Company, CompanyScope } from '../../../core/companies/company.ts'
import { withWholeBytes } from '../../../core/files/change.ts'
import type { AnchorPath } from '../../../core/record/anchors/anchors.ts'
import { findHead, genesisHash } from '../../../core/record/head.ts'
import type { AppScope } from '../../../core/record/work.ts'
import { type Clock, instant } from '../../../platform/clock.ts'
import {
  listCompanyTables,
  type Row,
  readRows,
  type TableShape,
} from '../../../platform/database/company-rows.ts'
import { newSecret } from '../../../platform/ids.ts'
import { seal, secretOfPassphrase } from '../../../platform/seal.ts'
import type { ZipWriter } from '../../../platform/zip/writer.ts'
import {
  type ArchivedTable,
  FORMAT,
  FORMAT_VERSION,
  fileOf,
  MANIFEST,
  type Manifest,
  NOT_COPIED,
  PROOF,
  toLine,
} from '../archive.ts'

interface Exporting {
  readonly clock: Clock
  readonly version: string
  readonly passphrase: string
  readonly handles: readonly string[]
  readonly anchored: AnchorPath | null
}

/** Writes all data of a company to a zip. */
export async function writeCompany(
  zip: ZipWriter,
  scope: CompanyScope & AppScope,
  { clock, version, passphrase, handles, anchored }: Exporting,
): Promise<Manifest> {
  const salt = newSecret()
  const secret = await secretOfPassphrase(passphrase, salt)
  const { revisionSequence, revisionHash, eventSequence } = await findHead(scope)
  const tables: Record<string, ArchivedTable> = {}
  for (const shape of await listCompanyTables(scope.db)) {
    if (NOT_COPIED.includes(shape.name)) continue
    tables[shape.name] = await writeTable(zip, scope, { shape, secret })
  }
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    version,
    created_at: instant(clock),
    company: describe(scope.company, handles),
    head: { revisions: `${revisionSequence}`, hash: revisionHash, events: `${eventSequence}` },
    anchor: anchored && toAnchor(anchored),
    tables,
    keys: await listArchivedKeys(scope.db, scope.companyId),
    sealing: { salt, proof: seal(secret, MANIFEST, PROOF) },
  }
  await zip.add(MANIFEST, once(JSON.stringify(manifest, null, 2)))
  await zip.end()
  return manifest
}

/** The company's data in the manifest of an archive. */
export const describe = (entry: Company, handles: readonly string[]): Manifest['company'] => ({
  id: entry.id,
  handle: entry.handle,
  handles,
  name: entry.name,
  limits: entry.limits,
  created_at: entry.createdAt,
  number: `${entry.number}`,
  genesis: genesisHash(entry),
})

const toAnchor = ({ anchor, head, path }: AnchorPath): Manifest['anchor'] => ({
  number: `${anchor.number}`,
  day: anchor.day,
  root: anchor.root,
  head: { revisions: `${head.sequence}`, hash: head.hash },
  path,
})

async function writeTable(
  zip: ZipWriter,
  scope: AppScope,
  {
    shape,
    secret,
  }: {
    readonly shape: TableShape
    readonly secret: string
  },
): Promise<ArchivedTable> {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines() {
    for await (const batch of wholeRows({ scope, shape })) {
      rows += batch.length
      const text = batch.map((row) => `${toLine(shape, row, secret)}\n`).join('')
      hash.update(text)
      yield text
    }
  }
  await zip.add(fileOf(shape.name), lines())
  return { rows, sha256: hash.digest('hex') }
}

interface Reading {
  readonly scope: AppScope
  readonly shape: TableShape
}

/** The tables with bytes that may be in the object store. */
export const WITH_OBJECTS: readonly string[] = ['file_contents', 'template_assets']

/** All rows of a table; files one by one, with their bytes from the object store. */
export async function* wholeRows({ scope, shape }: Reading): AsyncGenerator<readonly Row[]> {
  for await (const batch of readRows(scope, shape)) {
    if (!WITH_OBJECTS.includes(shape.name)) yield batch
    else for (const row of batch) yield [await withWholeBytes(scope, row)]
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield `${text}\n`
}
