import { useCallback, useMemo, useReducer } from 'react'
import type { Settings } from '../api/queries.ts'
import { tellDone } from '../components/notices.tsx'
import { useWords } from '../words/language.ts'
import { bodyOf, quoteBodyOf, writtenLines } from './body.ts'
import type { Edit } from './edits.ts'
import { outcomeOf } from './figures.ts'
import { type Form, formOf } from './form.ts'
import { changesOf, type Sendable, type Theirs } from './saving.ts'
import { stepped, timelineOf } from './undo.ts'
import { type Start, useSaving } from './use-saving.ts'

interface Options {
  readonly start: Start
  readonly settings: Settings
  readonly onCreated: (id: string) => void
}

/** A form with its totals, faults and saving. */
export function useEditor({ start, settings, onCreated }: Options) {
  const { conflict: words, editor } = useWords()
  const [timeline, step] = useReducer(stepped, start.form, timelineOf)
  const { form } = timeline
  const edit = useCallback((it: Edit) => step({ edit: it, at: performance.now() }), [])
  const history = {
    undo: timeline.past.length > 0 ? () => step('undo') : null,
    redo: timeline.future.length > 0 ? () => step('redo') : null,
  }
  const isNote = start.corrects !== null
  const full = useMemo(() => bodyOf(form), [form])
  const body = useMemo(() => ownBody(form, isNote), [form, isNote])
  const outcome = useMemo(() => {
    const lines = writtenLines(form)
    return outcomeOf(full, settings, (index) => lines[index]?.choice !== 'optional')
  }, [form, full, settings])
  const keys = useMemo(() => writtenLines(form).map(({ key }) => key), [form])
  const isIncomplete = form.customer === null || keys.length === 0
  const isFaulty = !isNote && outcome.faults.length > 0
  const saving = useSaving({
    form,
    body,
    keys,
    readiness: isIncomplete ? 'incomplete' : isFaulty ? 'faulty' : 'ready',
    start,
    onIds: (ids) => edit({ kind: 'ids', ids }),
    onSaved(document) {
      if (!('warnings' in document && document.warnings?.includes('skonto_moved'))) return
      const { terms, earlyPayment } = formOf(document, settings, form.typedIn)
      edit({ kind: 'change', change: (it) => ({ ...it, terms, earlyPayment }) })
      tellDone(editor.skontoMoved)
    },
    onCreated,
  })
  const { state } = saving
  const faults = useFaults(
    isNote ? [] : outcome.faults,
    state.kind === 'refused' ? state.faults : [],
    keys,
  )

  const bodyOfTheirs = ({ document }: Theirs): Sendable =>
    ownBody(formOf(document, settings, form.typedIn), isNote)
  const ways = {
    fields: (theirs: Theirs) => Object.keys(changesOf(bodyOfTheirs(theirs), body)),
    takeTheirs(theirs: Theirs) {
      const mine = form
      const next = formOf(theirs.document, settings, form.typedIn)
      saving.rebase({ id: theirs.document.id, etag: theirs.etag, body: bodyOfTheirs(theirs) })
      edit({ kind: 'change', change: () => next })
      const run = () => edit({ kind: 'change', change: () => mine })
      tellDone(words.theirsTaken, { label: words.undo, run })
    },
    keepMine: (theirs: Theirs) =>
      saving.rebase({ id: theirs.document.id, etag: theirs.etag, body: bodyOfTheirs(theirs) }),
    copyMine: () => saving.rebase(null),
  }
  return { form, edit, history, saving, ways, faults, figures: outcome.figures, keys }
}

/** A credit note takes customer and amounts from its invoice and never sends them. */
export function ownBody(form: Form, isNote: boolean): Sendable {
  if (form.offer !== null) return quoteBodyOf(form, form.offer)
  const body = bodyOf(form)
  if (!isNote) return body
  const {
    customer_id: _customer,
    currency: _currency,
    prices_include_tax: _inclusive,
    rounding: _rounding,
    items: _items,
    discounts: _discounts,
    charges: _charges,
    ...own
  } = body
  return own
}

interface FaultLike {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

const sentenceOf = (
  { pointer, code, message }: FaultLike,
  words: Readonly<Record<string, string | null>>,
): string => words[`${pointer} ${code}`] ?? words[code] ?? message

/** The faults by pointer and by line, translated if possible. */
export function useFaults(
  found: readonly FaultLike[],
  refused: readonly FaultLike[],
  keys: readonly string[],
) {
  const words: Readonly<Record<string, string | null>> = useWords().faults
  // Compared as text: equal faults stay the same object, so nothing renders again.
  const text = JSON.stringify({ all: [...refused, ...found], keys })
  return useMemo(() => {
    const { all, keys: rows } = JSON.parse(text) as {
      readonly all: readonly FaultLike[]
      readonly keys: readonly string[]
    }
    const told = new Map(all.map((it) => [it.pointer, sentenceOf(it, words)]))
    const lines = new Map<string, Readonly<Record<string, string>>>()
    for (const [pointer, message] of told) {
      const [, index, place] = /^\/items\/(\d+)\/?(.*)$/.exec(pointer) ?? []
      const key = index === undefined ? undefined : rows[Number(index)]
      if (key === undefined) continue
      lines.set(key, { ...lines.get(key), [place || 'description']: message })
    }
    return { at: (pointer: string) => told.get(pointer), lines }
  }, [text, words])
}
