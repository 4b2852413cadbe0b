import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { companyDb } from '../../../platform/database/scope.ts'
import type { Company } from '../../companies/company.ts'
import { allCompaniesEver, type Directory, existingCompanies } from '../../companies/directory.ts'
import { findHashes } from '../chain.ts'
import {
  type AnchoredHead,
  leafOfHead,
  leafOfRoot,
  type PathStep,
  pathOf,
  rootOf,
} from './inner/merkle.ts'
import type { Anchor, HeadOfCompany } from './inner/repository.ts'
import * as repository from './inner/repository.ts'

/** The root before the first one. */
const NO_ROOT = '0'.repeat(64)
const HASHES_AT_ONCE = 500

/**
 * Stores the root of a Merkle tree over the heads of all companies, once a day. Each head is read
 * at a different moment, because no lock spans companies. Resolves to null if the day has its
 * anchor.
 */
export async function anchorHeads(directory: Directory, at: string): Promise<Anchor | null> {
  const { db } = directory
  const last = await repository.findLastAnchor(db)
  const day = at.slice(0, 'YYYY-MM-DD'.length)
  if (last && last.day >= day) return null
  const before = await byCompany(repository.listHeadsAt(db, last?.number ?? 0n))
  const now = await byCompany(repository.listHeads(db))
  const ids = await idsOf(existingCompanies(directory))
  for (const [company, { sequence }] of now)
    if (sequence === 0n || !ids.has(company)) now.delete(company)
  const previousRoot = last?.root ?? NO_ROOT
  const leaves = leavesOf(previousRoot, [...now.values()], ids)
  const anchor: Anchor = {
    number: (last?.number ?? 0n) + 1n,
    day,
    at,
    heads: now.size,
    previousRoot,
    root: rootOf(leaves),
  }
  const moved = movedSince(before, now)
  const isStored = await inTransaction(db, (trx) => repository.insertAnchor(trx, anchor, moved))
  return isStored ? anchor : null
}

function movedSince(
  before: ReadonlyMap<bigint, HeadOfCompany>,
  now: ReadonlyMap<bigint, HeadOfCompany>,
): readonly HeadOfCompany[] {
  const moved = [...now.values()].filter(({ company, hash }) => before.get(company)?.hash !== hash)
  const gone = [...before.values()].filter(({ company }) => !now.has(company))
  return [...moved, ...gone.map(({ company }) => ({ company, sequence: 0n, hash: '' }))]
}

/** Proves a company's head to someone who has only the root of an anchor. */
export interface AnchorPath {
  readonly anchor: Pick<Anchor, 'number' | 'day' | 'root'>
  readonly head: AnchoredHead
  /** `rootOfPath(leafOfHead(head), path)` is the root. */
  readonly path: readonly PathStep[]
}

/** From the company's head in the newest anchor to its root; null: no anchor has it. */
export async function findAnchorPath(
  directory: Directory,
  company: Pick<Company, 'number' | 'id'>,
): Promise<AnchorPath | null> {
  const { db } = directory
  const anchor = await repository.findLastAnchor(db)
  if (!anchor) return null
  const heads = [...(await byCompany(repository.listHeadsAt(db, anchor.number))).values()]
  const place = heads.findIndex((head) => head.company === company.number)
  const head = heads[place]
  if (!head) return null
  const leaves = leavesOf(anchor.previousRoot, heads, await idsOf(allCompaniesEver(directory)))
  const { number, day, root } = anchor
  return {
    anchor: { number, day, root },
    head: { companyId: company.id, sequence: head.sequence, hash: head.hash },
    path: pathOf(leaves, place + 1),
  }
}

export interface AnchorReport {
  readonly checked: number
  /** One sentence each. */
  readonly faults: readonly string[]
}

/**
 * Computes every root again, and looks for each anchored head in the chain of its company, unless its rows are being
 * deleted.
 */
export async function verifyAnchors(directory: Directory): Promise<AnchorReport> {
  const { db } = directory
  const ids = await idsOf(allCompaniesEver(directory))
  const faults: string[] = []
  const heads = new Map<bigint, HeadOfCompany>()
  let checked = 0
  let last: Pick<Anchor, 'number' | 'root'> = { number: 0n, root: NO_ROOT }
  for await (const anchor of repository.listAnchors(db)) {
    const { number, previousRoot, root } = anchor
    for (const head of await repository.listMoved(db, number))
      if (head.sequence > 0n) heads.set(head.company, head)
      else heads.delete(head.company)
    if (number !== last.number + 1n) faults.push(`Anchor ${last.number + 1n} is missing.`)
    else if (previousRoot !== last.root)
      faults.push(`Anchor ${number} names another root than that of anchor ${last.number}.`)
    const sorted = [...heads.values()].toSorted((one, other) =>
      one.company < other.company ? -1 : 1,
    )
    if (rootOf(leavesOf(previousRoot, sorted, ids)) !== root)
      faults.push(`The root of anchor ${number} is not that of its heads.`)
    last = anchor
    checked += 1
  }
  if (checked > 0)
    for await (const company of existingCompanies(directory))
      if (company.lastHead === null) faults.push(...(await faultsOfCompany(db, company)))
  return { checked, faults }
}

async function faultsOfCompany(db: Db, { number, id }: Company): Promise<readonly string[]> {
  const all = await repository.listOfCompany(db, number)
  // Deleted with its chain.
  if (all.at(-1)?.sequence === 0n) return []
  const anchored = all.filter(({ sequence }) => sequence > 0n)
  const scope = companyDb(db, number)
  const faults: string[] = []
  for (let start = 0; start < anchored.length; start += HASHES_AT_ONCE) {
    const some = anchored.slice(start, start + HASHES_AT_ONCE)
    const hashes = await findHashes(
      scope,
      some.map(({ sequence }) => sequence),
    )
    for (const { anchor, sequence, hash } of some)
      if (hashes.get(sequence) !== hash)
        faults.push(`Revision ${sequence} of company ${id} is not the one in anchor ${anchor}.`)
  }
  return faults
}

async function byCompany(heads: AsyncIterable<HeadOfCompany>): Promise<Map<bigint, HeadOfCompany>> {
  const found = new Map<bigint, HeadOfCompany>()
  for await (const head of heads) found.set(head.company, head)
  return found
}

async function idsOf(companies: AsyncIterable<Company>): Promise<ReadonlyMap<bigint, string>> {
  const ids = new Map<bigint, string>()
  for await (const { number, id } of companies) ids.set(number, id)
  return ids
}

const leavesOf = (
  previousRoot: string,
  heads: readonly HeadOfCompany[],
  ids: ReadonlyMap<bigint, string>,
): readonly string[] => [
  leafOfRoot(previousRoot),
  ...heads.map(({ company, sequence, hash }) =>
    leafOfHead({ companyId: ids.get(company) ?? '', sequence, hash }),
  ),
]
