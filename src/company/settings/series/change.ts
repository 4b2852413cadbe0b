import { isDeepStrictEqual } from 'node:util'
import { checkNumbering } from '@billwright/rules/number-pattern'
import { type NumberSeries, numberSeries, ownSeries } from '@billwright/rules/numbering'
import { checkIfMatch, type VersionedRef } from '../../../core/http/etag.ts'
import { transaction } from '../../../core/record/transaction.ts'
import type { ReadWork, Work } from '../../../core/record/work.ts'
import { faultList } from '../../../kernel/errors.ts'
import { change as changeFields, emptyOf } from '../../../kernel/fields/field.ts'
import { FieldError } from '../../../kernel/fields/rules.ts'
import { laterOf } from '../../../platform/clock.ts'
import type { CompanyDb } from '../../../platform/database/scope.ts'
import { newId } from '../../../platform/ids.ts'
import { lockSettings } from '../change.ts'
import { NUMBERINGS, type NumberedKind, type Numbering } from '../settings.ts'
import {
  sameNumbers,
  seriesFixed,
  seriesInUse,
  tooManySeries,
  unknownSeries,
} from './inner/errors.ts'
import { FIELDS, FIXED_FIELDS, type Series, type SeriesContent } from './inner/fields.ts'
import * as repository from './inner/repository.ts'
import { haveSameNumbers, seriesEtag } from './read.ts'

const SERIES_MAX = 50

/** What gives a document its number: the series that it names, or that of the settings. */
interface Wanted {
  readonly kind: NumberedKind
  readonly key: string | null
  readonly issueDate: string
}

export function createSeries(work: ReadWork, input: object): Promise<Series> {
  return transaction(work, async (work) => {
    if ((await repository.listSeries(work)).length >= SERIES_MAX) throw tooManySeries(SERIES_MAX)
    const series = {
      ...(await content(work, { ...emptyOf(FIELDS), start: 1 }, input, null)),
      ...{ id: newId('ser'), version: 1, createdAt: work.at, updatedAt: work.at },
      isUsed: false,
    }
    await repository.insertSeries(work, series)
    return series
  })
}

export function updateSeries(
  work: ReadWork,
  { id, ifMatch }: VersionedRef,
  input: object,
): Promise<Series> {
  return transaction(work, async (work) => {
    const before = await repository.lockSeries(work, id)
    checkIfMatch(ifMatch, seriesEtag(before))
    const changed = await content(work, before, input, id)
    const fixed = fixedChanges(before, changed)
    if (before.isUsed && fixed.length > 0) throw seriesFixed(fixed)
    if (isDeepStrictEqual({ ...before, ...changed }, before)) return before
    const version = before.version + 1
    const updatedAt = laterOf(work.at, before.updatedAt)
    const after = { ...before, ...changed, version, updatedAt }
    await repository.saveSeries(work, after)
    return after
  })
}

export function deleteSeries(work: ReadWork, { id, ifMatch }: VersionedRef): Promise<void> {
  return transaction(work, async (work) => {
    const series = await repository.lockSeries(work, id)
    checkIfMatch(ifMatch, seriesEtag(series))
    if (series.isUsed) throw seriesInUse()
    await repository.deleteSeries(work, id)
  })
}

/** @throws AppError `invalid_request` with `unknown_series` */
export async function checkSeries(
  scope: CompanyDb,
  kind: NumberedKind,
  key: string,
  pointer: string,
): Promise<void> {
  const series = await repository.findSeries(scope, kind, key)
  if (!series || series.archived) throw unknownSeries(pointer)
}

/** The series of a document that is to get its number. */
export async function seriesOf(
  work: Work,
  { kind, key, issueDate }: Wanted,
  usual: Numbering,
): Promise<NumberSeries> {
  if (key === null) return numberSeries(kind, usual, issueDate)
  const series = await repository.findSeries(work, kind, key)
  if (!series) throw unknownSeries(`/${FIELD}`)
  return ownSeries(series, issueDate)
}

async function content(
  work: Work,
  before: SeriesContent,
  given: { readonly start?: number },
  id: string | null,
): Promise<SeriesContent> {
  const { onFault, refuse } = faultList()
  const fields = changeFields(FIELDS, { before, given, at: '', onFault, mode: 'put' })
  const after = { ...fields, start: given.start ?? before.start }
  try {
    checkNumbering(after)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    onFault('/pattern', error.code, error.message, error.params)
  }
  refuse()
  if (after.pattern !== before.pattern || after.kind !== before.kind)
    await requireOwnNumbers(work, after, id)
  return after
}

async function requireOwnNumbers(work: Work, series: SeriesContent, id: string | null) {
  // Locked, because another series or pattern may be saved at the same time.
  const current = await lockSettings(work)
  const others = await repository.listSeries(work)
  const known = [
    ...NUMBERINGS.map(([key, kind]) => ({
      kind,
      pattern: current[key].pattern,
      name: `The series of ${kind.replace('_', ' ')}s`,
    })),
    ...others.filter((it) => it.id !== id).map((it) => ({ ...it, name: `Series ${it.key}` })),
  ]
  const same = known.find((it) => haveSameNumbers(it, series))
  if (same) throw sameNumbers(same)
}

const FIELD = 'number_series'

const fixedChanges = (before: Series, after: SeriesContent): readonly string[] => [
  ...Object.entries(FIXED_FIELDS)
    .filter(([name]) => before[name as keyof Series] !== after[name as keyof SeriesContent])
    .map(([, { wire }]) => wire),
  ...(before.start === after.start ? [] : ['start']),
]
