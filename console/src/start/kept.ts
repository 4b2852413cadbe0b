import { companyOfPage } from '../api/company.ts'
import type { SettingsChanges } from '../settings/fields.ts'

const keyOf = (person: string): string => `billwright.start.${companyOfPage() ?? ''}.${person}`

/** What this person had typed when this tab was loaded again. Null: nothing, or it is unreadable. */
export function keptOf(person: string): SettingsChanges | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(person)) ?? 'null')
  } catch {
    return null
  }
}

/** If the storage is full or forbidden, only this copy is lost. */
export function keep(person: string, changes: SettingsChanges): void {
  try {
    if (Object.keys(changes).length === 0) sessionStorage.removeItem(keyOf(person))
    else sessionStorage.setItem(keyOf(person), JSON.stringify(changes))
  } catch {
    return
  }
}
