import { type Edit, edited } from './edits.ts'
import type { Form } from './form.ts'

/** A form with its earlier and its undone states. */
export interface Timeline {
  readonly form: Form
  readonly past: readonly Form[]
  readonly future: readonly Form[]
  /** Undoes one step. Typing in one field is one step. */
  readonly last: { readonly what: string; readonly at: number } | null
}

export type Step = { readonly edit: Edit; readonly at: number } | 'undo' | 'redo'

const TYPING_MS = 1_000
const STEPS_MAX = 200

export const timelineOf = (form: Form): Timeline => ({ form, past: [], future: [], last: null })

export function stepped(line: Timeline, step: Step): Timeline {
  const { form, past, future } = line
  if (step === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return line
    return { form: before, past: past.slice(0, -1), future: [form, ...future], last: null }
  }
  if (step === 'redo') {
    const [after, ...others] = future
    if (after === undefined) return line
    return { form: after, past: [...past, form], future: others, last: null }
  }
  const { edit, at } = step
  const next = edited(form, edit)
  // Saving assigns ids to items; restored lines keep them.
  if (edit.kind === 'ids') {
    const withIds = (it: Form) => edited(it, edit)
    return { ...line, form: next, past: past.map(withIds), future: future.map(withIds) }
  }
  if (JSON.stringify(next) === JSON.stringify(form)) return { ...line, form: next }
  const what = nameOf(edit)
  const isSame = what !== null && line.last?.what === what && at - line.last.at < TYPING_MS
  return {
    form: next,
    past: isSame ? past : [...past, form].slice(-STEPS_MAX),
    future: [],
    last: what === null ? null : { what, at },
  }
}

/** The changed field: further typing in it belongs to the same step. Null: always a new step. */
function nameOf(edit: Edit): string | null {
  if (edit.kind === 'line') return `${edit.key} ${Object.keys(edit.patch).join()}`
  return edit.kind === 'change' || edit.kind === 'adjustments' ? edit.kind : null
}
