import { type CompanyScope, isFirst } from '../../core/companies/company.ts'
import { etagOf } from '../../core/http/etag.ts'
import { type App, onePerApp } from '../../core/record/app.ts'
import type { ReadWork } from '../../core/record/work.ts'
import type { CompanyDb } from '../../platform/database/scope.ts'
import { defaultLeaves } from './fields.ts'
import type { StoredSettings } from './inner/repository.ts'
import * as repository from './inner/repository.ts'
import { toDataUrl } from './logo.ts'
import type { Settings } from './settings.ts'

export { companiesWithBankFolder, listNotified } from './inner/repository.ts'

/** Every company has such a resource, so the tag contains the company. */
export const settingsEtag = ({ company }: CompanyScope, { version }: Settings): string =>
  etagOf(isFirst(company) ? 'settings' : `settings-${company.id}`, version)

export const defaultsOf = onePerApp((app) => defaultLeaves(app.timeZone))

/** The current settings, as the transaction sees them. */
export async function currentSettings(work: ReadWork): Promise<Settings> {
  return toCurrent(work.app, await repository.readStored(work))
}

/** The setting that decides which day it is; reading it alone spares lists the rest. */
export async function currentTimeZone(work: ReadWork): Promise<string> {
  const { document } = await repository.readStored(work)
  return repository.toStoredLeaves(document).timeZone ?? work.app.timeZone
}

/** A stored logo as a data URL; null for null or an unknown one. */
export async function logoAsDataUrl(
  scope: CompanyDb,
  logoId: string | null,
): Promise<string | null> {
  const picture = logoId === null ? undefined : await repository.findPicture(scope, logoId)
  return picture ? toDataUrl(picture) : null
}

export function toCurrent(app: App, stored: StoredSettings): Settings {
  return repository.toSettings(
    { ...defaultsOf(app), ...repository.toStoredLeaves(stored.document) },
    stored,
  )
}
