import { type Company, isThere } from '../../../core/companies/company.ts'
import {
  forgetCompany,
  lockCompany,
  requireCompanyByNumber,
  saveCompany,
} from '../../../core/companies/directory.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import { invalidRequest } from '../../../kernel/errors.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { inTransaction, type Trx } from '../../../platform/database/db.ts'
import type { CompanyId } from '../../../platform/database/tables.ts'
import { newSecret } from '../../../platform/ids.ts'
import type { Access } from '../access.ts'
import { domainNotFound, domainUnproven, tooManyDomains } from '../errors.ts'
import {
  afterCheck,
  CHECK_AGAIN_MS,
  CHECK_EVERY_MS,
  type Domain,
  recordName,
  recordValue,
  toHost,
} from './domain.ts'
import * as repository from './inner/repository.ts'

const DOMAINS_MAX = 5
const CHECKED_AT_ONCE = 100
/** How long this process may use a cached domain after another process changed it. */
const FRESH_MS = 5_000

async function requireDomain({ db }: Access, company: CompanyId, text: string): Promise<Domain> {
  const found = await repository.findDomain(db, company, toHost(text) ?? '')
  if (found) return found
  throw domainNotFound()
}

const isProven = async ({ records }: Access, domain: Domain): Promise<boolean> =>
  (await records.txt(recordName(domain))).includes(recordValue(domain))

/** Saves a changed domain, and the domain for new links of its company. */
async function settle(
  { db, directory }: Access,
  company: CompanyId,
  write: (trx: Trx) => Promise<void>,
): Promise<void> {
  const entry = await inTransaction(db, async (trx) => {
    const before = await lockCompany(trx, company)
    await write(trx)
    const verified = (await repository.listDomains(trx, company)).filter(
      ({ verifiedAt, forLinks }) => verifiedAt !== null && forLinks,
    )
    const isKept = verified.some(({ host }) => host === before.domain)
    const domain = isKept ? before.domain : (verified[0]?.host ?? null)
    if (domain !== before.domain)
      await saveCompany(trx, { ...before, domain, version: before.version + 1 })
    return before
  })
  forgetCompany(directory, entry)
}

async function findCompany({ clock, db, hosts }: Access, host: string): Promise<CompanyId | null> {
  const known = hosts.get(host)
  if (known && clock.now() - known.readMs < FRESH_MS) return known.company
  const found = await repository.findVerified(db, host)
  const company = found?.forLinks ? found.company : null
  hosts.set(host, { company, readMs: clock.now() })
  return company
}

export const listDomains = (
  { db }: Access,
  { companyId }: Pick<ReadWork, 'companyId'>,
): Promise<readonly Domain[]> => repository.listDomains(db, companyId)

export async function addDomain(
  { config, db }: Access,
  { companyId, at: now }: Pick<ReadWork, 'companyId' | 'at'>,
  { host: text, forLinks }: Pick<Domain, 'host' | 'forLinks'>,
) {
  const host = toHost(text)
  if (host === null || host === publicHost(config.publicUrl))
    throw invalidRequest([
      {
        pointer: '/host',
        code: 'wrong_format',
        message: 'Use a host name that you own, e.g. bills.example.org.',
      },
    ])
  const domain: Domain = {
    company: companyId,
    host,
    token: newSecret(),
    createdAt: now,
    verifiedAt: null,
    checkedAt: null,
    failingSince: null,
    forLinks,
  }
  return inTransaction(db, async (trx) => {
    await lockCompany(trx, companyId)
    if ((await repository.listDomains(trx, companyId)).length >= DOMAINS_MAX)
      throw tooManyDomains(DOMAINS_MAX)
    await repository.insertDomain(trx, domain)
    return domain
  })
}

/** Checks the TXT record. From then on new links use the first domain of the company. */
export async function verifyDomain(
  access: Access,
  { companyId, at: now }: Pick<ReadWork, 'companyId' | 'at'>,
  host: string,
) {
  const domain = await requireDomain(access, companyId, host)
  if (!(await isProven(access, domain)))
    throw domainUnproven(recordName(domain), recordValue(domain))
  const verifiedAt = domain.verifiedAt ?? now
  const verified = { ...afterCheck(domain, true, now), verifiedAt }
  const before = await repository.findVerified(access.db, domain.host)
  if (before && before.company !== companyId)
    await settle(access, before.company, (trx) => repository.unverifyElsewhere(trx, domain))
  await settle(access, companyId, (trx) => repository.saveDomain(trx, verified))
  access.hosts.delete(domain.host)
  return verified
}

export async function deleteDomain(
  access: Access,
  { companyId }: Pick<ReadWork, 'companyId'>,
  text: string,
): Promise<void> {
  const { host } = await requireDomain(access, companyId, text)
  await settle(access, companyId, (trx) => repository.deleteDomain(trx, companyId, host))
  access.hosts.delete(host)
}

/** The company of a host name; null: no company has this domain. */
export async function findCompanyByHost(access: Access, name: string): Promise<Company | null> {
  const host = toHost(name)
  if (host === null || host === publicHost(access.config.publicUrl)) return null
  const number = await findCompany(access, host)
  if (number === null) return null
  const company = await requireCompanyByNumber(access.directory, number)
  return isThere(company) ? company : null
}

/** Checks each record again once a month, and every day while it is missing. */
export async function checkDomainsAgain(access: Access, now: string): Promise<void> {
  const before = (ms: number) => secondsAfter(now, -ms / 1000)
  const stale = { checkedBefore: before(CHECK_EVERY_MS), missedBefore: before(CHECK_AGAIN_MS) }
  for (const domain of await repository.listStale(access.db, stale, CHECKED_AT_ONCE))
    try {
      const after = afterCheck(domain, await isProven(access, domain), now)
      await settle(access, domain.company, (trx) => repository.saveDomain(trx, after))
    } catch (error) {
      // Without an answer from DNS the record may still exist.
      access.warn('a domain was not checked', { host: domain.host, err: error })
    }
}

const publicHost = (publicUrl: string | null): string | null =>
  publicUrl === null ? null : new URL(publicUrl).hostname
