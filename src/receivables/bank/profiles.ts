import { type CsvProfile, fitsColumns } from '@billwright/bank-statements'
import type { VersionedRef } from '../../core/http/etag.ts'
import type { Page, PageQueryInput } from '../../core/http/pagination.ts'
import { transaction } from '../../core/record/transaction.ts'
import type { ReadWork } from '../../core/record/work.ts'
import { invalidRequest } from '../../kernel/errors.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { profileNotFound } from './inner/errors.ts'
import {
  changeKept,
  createKept,
  deleteKept,
  type Kept,
  type KeptKind,
  keptStamps,
  listKept,
  requireKept,
} from './inner/kept.ts'
import * as repository from './inner/kept-repository.ts'

/** Which columns of a bank's CSV file mean what. */
export interface BankProfile extends Kept {
  readonly name: string
  readonly mapping: CsvProfile
}

export type ProfileInput = Pick<BankProfile, 'name' | 'mapping'>

const PROFILE: KeptKind<BankProfile> = {
  prefix: 'bpr',
  table: 'bank_profiles',
  notFound: profileNotFound,
  toIt: (row) => ({
    name: String(row.name),
    mapping: JSON.parse(String(row.mapping)) as CsvProfile,
    ...keptStamps(row),
  }),
  toColumns: ({ name, mapping }) => ({ name, mapping: JSON.stringify(mapping) }),
}

export const requireProfile = (scope: CompanyDb, id: string): Promise<BankProfile> =>
  requireKept(scope, PROFILE, id)

/** The latest mapping whose columns a table has. */
export async function findMapping(
  scope: CompanyDb,
  columns: readonly string[],
): Promise<CsvProfile | undefined> {
  const kept = (await repository.allKept(scope, 'bank_profiles')).map(PROFILE.toIt)
  return kept.findLast(({ mapping }) => fitsColumns(mapping, columns))?.mapping
}

export const listProfiles = (work: ReadWork, query: PageQueryInput): Promise<Page<BankProfile>> =>
  listKept(work, PROFILE, query)

export const createProfile = (work: ReadWork, input: ProfileInput): Promise<BankProfile> =>
  transaction(work, (work) => createKept(work, PROFILE, complete(input)))

export const changeProfile = (
  work: ReadWork,
  request: VersionedRef,
  input: Partial<ProfileInput>,
): Promise<BankProfile> =>
  changeKept(work, PROFILE, request, (_work, { name, mapping }) =>
    complete({ name, mapping, ...input }),
  )

/** A mapping without amounts would fit no table. */
function complete(input: ProfileInput): ProfileInput {
  const { amount, credit, debit } = input.mapping.columns
  if (amount !== undefined || (credit !== undefined && debit !== undefined)) return input
  throw invalidRequest([
    {
      pointer: '/mapping/columns/amount',
      code: 'required',
      message: 'Required: name the column `amount`, or both `credit` and `debit`.',
    },
  ])
}

export const deleteProfile = (work: ReadWork, request: VersionedRef): Promise<void> =>
  deleteKept(work, PROFILE, request)
