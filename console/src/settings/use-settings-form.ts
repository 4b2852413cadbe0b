import type { Answer, Data } from '@billwright/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, useState } from 'react'
import { fieldErrorsOf, isProblem } from '../api/client.ts'
import { sessionQuery, settingsQuery } from '../api/queries.ts'
import { type FieldValue, pick, realChanges } from '../components/draft.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { sendOnce, useSend } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import {
  type FieldName,
  type SettingsChanges,
  type SettingsDraft,
  toSettingsDraft,
  toSettingsPatch,
} from './fields.ts'
import { settingsFormQuery } from './queries.ts'

export interface SettingsForm {
  /** The stored settings with the changes. */
  readonly draft: SettingsDraft
  readonly stored: SettingsDraft
  readonly changes: SettingsChanges
  readonly errors: Readonly<Record<string, string>>
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Fields that another person changed to another value meanwhile. */
  readonly conflicts: readonly FieldName[]
  readonly isOutdated: boolean
  set(name: FieldName, value: FieldValue): void
  discard(): void
  /** @returns the place of the first fault, if there is any */
  save(): Promise<string | undefined>
}

export interface StoredSettings {
  readonly settings: object
  readonly etag: string | undefined
}

export const SettingsFormContext = createContext<SettingsForm | null>(null)

export function useSettingsForm(): SettingsForm {
  const form = use(SettingsFormContext)
  if (!form) throw new Error('There is no form of the settings here.')
  return form
}

/**
 * Stores only the changes made here. If another person saves first, the form reads the new
 * settings and applies the changes to them.
 */
export function useSettingsDraft(
  { settings, etag }: StoredSettings,
  kept: SettingsChanges = {},
): SettingsForm {
  const words = useWords().settings
  const queries = useQueryClient()
  const stored = useMemo(() => toSettingsDraft(settings), [settings])
  const [typed, setTyped] = useState<SettingsChanges>(kept)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { send, isBusy: isSaving } = useSend()
  const [outdated, setOutdated] = useState<SettingsDraft | null>(null)
  const changes = useMemo(() => realChanges(stored, typed), [stored, typed])

  const keep = ({ data, etag }: Answer<Data<'patchSettings'>>) => {
    queries.setQueryData(settingsFormQuery.queryKey, { settings: data, etag })
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey, exact: true })
    void queries.invalidateQueries({ queryKey: ['templates'] })
    // The header and the list show the company's name.
    if (data.companyName !== stored.companyName)
      for (const queryKey of [sessionQuery.queryKey, ['companies']])
        void queries.invalidateQueries({ queryKey })
  }

  const undo = async (before: SettingsChanges) => {
    try {
      keep(await sendOnce((api) => api.request('patchSettings', { body: toSettingsPatch(before) })))
      tellDone(words.undone)
    } catch (error) {
      tellFailed(error)
    }
  }

  const fail = async (error: unknown): Promise<string | undefined> => {
    const faults = fieldErrorsOf(error)
    setErrors(faults)
    const [first] = Object.keys(faults)
    if (isProblem(error, 'precondition_failed')) {
      setOutdated(stored)
      await queries.refetchQueries({ queryKey: settingsFormQuery.queryKey })
    } else if (first === undefined) tellFailed(error)
    return first
  }

  return {
    draft: { ...stored, ...changes },
    stored,
    changes,
    errors,
    isDirty: Object.keys(changes).length > 0,
    isSaving,
    isOutdated: outdated !== null,
    conflicts: outdated
      ? (Object.keys(changes) as FieldName[]).filter((name) => outdated[name] !== stored[name])
      : [],
    set(name, value) {
      setTyped((before) => ({ ...before, [name]: value }))
      setErrors((before) =>
        Object.fromEntries(
          Object.entries(before).filter(([it]) => it !== name && !it.startsWith(`${name}.`)),
        ),
      )
    },
    discard() {
      const kept = typed
      setTyped({})
      setErrors({})
      setOutdated(null)
      tellDone(words.discarded, { label: words.undo, run: () => setTyped(kept) })
    },
    async save() {
      const before = pick(stored, Object.keys(changes) as FieldName[])
      try {
        await send(async (api) => {
          const body = toSettingsPatch(changes)
          keep(await api.request('patchSettings', { body, ifMatch: etag }))
          setTyped({})
          setErrors({})
          setOutdated(null)
          tellDone(words.saved, { label: words.undo, run: () => undo(before) })
        })
        return undefined
      } catch (error) {
        return await fail(error)
      }
    },
  }
}
