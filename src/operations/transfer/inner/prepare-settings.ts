import { type PreparedSettings, prepareSettings } from '../../../company/settings/change.ts'
import { SettingsInput } from '../../../company/settings/input.ts'
import type { ReadWork } from '../../../core/record/work.ts'
import type { ImportNote } from '../report.ts'
import { schemaCheck, toFaults } from './checks.ts'
import { refusedNoteOf } from './invio/notes.ts'
import type { BroughtSettings } from './invio/settings.ts'

export interface Prepared {
  readonly prepared: PreparedSettings
  readonly notes: readonly ImportNote[]
}

const check = schemaCheck(SettingsInput)

/** The settings that are valid here; a note names each skipped key. */
export async function preparedSettings(
  work: ReadWork,
  { body, notes }: BroughtSettings,
): Promise<Prepared> {
  const attempt = await tryPrepare(work, body)
  if ('prepared' in attempt) return { prepared: attempt.prepared, notes }
  // A fault without a key is about the logo, which could not be fetched.
  const faulty = new Map(
    attempt.faults.map((fault) => [fault.pointer.split('/')[1] || 'logo', fault]),
  )
  const left = Object.fromEntries(Object.entries(body).filter(([key]) => !faulty.has(key)))
  if (Object.keys(left).length === Object.keys(body).length)
    throw new Error(
      `The settings cannot be prepared: ${[...faulty.values()].map(({ message }) => message).join(' ')}`,
    )
  const dropped = [...faulty].map(([setting, fault]) => ({
    where: 'settings',
    ...refusedNoteOf('setting_skipped', { setting }, fault),
  }))
  return preparedSettings(work, { body: left, notes: [...notes, ...dropped] })
}

async function tryPrepare(work: ReadWork, body: object) {
  const faults = check(body)
  if (faults.length > 0) return { faults }
  try {
    return { prepared: await prepareSettings(work, body) }
  } catch (error) {
    return { faults: toFaults(error) }
  }
}
