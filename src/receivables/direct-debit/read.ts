import { etagOf } from '../../core/http/etag.ts'
import {
  type Page,
  type PageQueryInput,
  toPage,
  toPageRequest,
} from '../../core/http/pagination.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { type Named, namesOf } from '../collections/read.ts'
import { fileNotInRun } from './errors.ts'
import * as repository from './inner/repository.ts'
import type { Run, RunFile, RunItem } from './run.ts'

/** A collection of a run, with its invoice and customer; without them if the invoice is gone. */
export type NamedItem = RunItem & Partial<Named>

/** A run with its collections and files. */
export interface ItemizedRun {
  readonly run: Run
  readonly items: readonly NamedItem[]
  readonly files: readonly RunFile[]
}

export const runEtag = ({ id, version }: Run): string => etagOf(id, version)

export async function withItems(scope: CompanyDb, run: Run): Promise<ItemizedRun> {
  const items = await withNames(scope, await repository.listItems(scope, run.id))
  return { run, items, files: await repository.listFiles(scope, run.id) }
}

export async function withNames(
  scope: CompanyDb,
  items: readonly RunItem[],
): Promise<readonly NamedItem[]> {
  const names = await namesOf(
    scope,
    items.map(({ collectionId }) => collectionId),
  )
  return items.map((it) => ({ ...it, ...names.get(it.collectionId) }))
}

export const getRun = async (work: ReadWork, id: string): Promise<ItemizedRun> =>
  withItems(work, await repository.requireRun(work, id))

export async function listRuns(
  work: ReadWork,
  query: PageQueryInput & { readonly status?: string },
): Promise<Page<Run>> {
  const request = toPageRequest(query, '-created_at')
  const status = query.status ?? null
  const rows = await repository.listPage(work, status, request)
  const total = request.withTotal ? await repository.countRuns(work, status) : null
  return toPage(rows, request, ({ createdAt, id }) => ({ value: createdAt, id }), total)
}

/** A file as it was approved. */
export async function getRunFile(work: ReadWork, id: string, number: number): Promise<RunFile> {
  const { id: runId } = await repository.requireRun(work, id)
  const file = (await repository.listFiles(work, runId)).find((it) => it.number === number)
  if (!file) throw fileNotInRun()
  return file
}
