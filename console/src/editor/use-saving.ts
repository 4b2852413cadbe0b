import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isProblem, messageOf } from '../api/client.ts'
import { INVOICES_KEY } from '../api/invoices.ts'
import { QUOTES_KEY } from '../api/quotes.ts'
import { isRefusal, newIdempotencyKey } from '../components/attempt.ts'
import { type Form, type Kind, kindOf } from './form.ts'
import { forget, type Kept, keep, type Place } from './kept.ts'
import {
  readTheirs,
  type Saved,
  type SaveState,
  type Sendable,
  send,
  type Theirs,
} from './saving.ts'

const KEYS = { invoice: INVOICES_KEY, quote: QUOTES_KEY }
const PAUSE_MS = 900
const KEEP_MS = 200
const AGAIN_MS = 5_000

/** The initial state of an editor. */
export interface Start {
  readonly form: Form
  readonly saved: Saved | null
  /** Stores unsaved input. */
  readonly place: Place
  /** The draft that it continues. */
  readonly kept: Kept | null
  /** The number that a credit note corrects; null: an invoice. */
  readonly corrects: string | null
}

interface Options {
  readonly form: Form
  readonly body: Sendable
  /** The row keys of `body.items`. */
  readonly keys: readonly string[]
  /** Whether it is complete and without faults, so that it can be saved. */
  readonly readiness: 'ready' | 'incomplete' | 'faulty'
  readonly start: Start
  readonly onIds: (ids: ReadonlyMap<string, string>) => void
  readonly onSaved: (document: Theirs['document']) => void
  readonly onCreated: (id: string) => void
}

/**
 * Saves a draft shortly after the last change, one save at a time, each with the version of the
 * previous one. Unsaved input is stored in this browser.
 */
export function useSaving(options: Options) {
  const queries = useQueryClient()
  const latest = useRef(options)
  latest.current = options
  const { place } = options.start
  const kind = kindOf(options.start.form)
  const saved = useRef(options.start.saved)
  const unanswered = useRef(options.start.kept?.unanswered ?? null)
  const running = useRef<Promise<boolean> | null>(null)
  const [state, setState] = useState<SaveState>({ kind: 'clean', at: null })
  const text = JSON.stringify(options.body)
  const isDirty = useCallback(
    () => contentOf(latest.current.body) !== contentOf(saved.current?.body),
    [],
  )
  const isLeft = useRef(false)
  const begunAs = useRef(options.start.kept === null ? text : null)
  /** A new invoice without any input is not stored. */
  const isUntouched = useCallback(
    () => saved.current === null && JSON.stringify(latest.current.body) === begunAs.current,
    [],
  )
  const keepNow = useCallback(() => {
    const { form } = latest.current
    const etag = saved.current?.etag ?? null
    keep(placeNow(place, saved.current), { form, etag, unanswered: unanswered.current })
  }, [place])

  const attempt = useCallback(async (): Promise<boolean> => {
    const { body: typed, keys } = latest.current
    const save = unanswered.current ?? {
      body: typed,
      rows: keys,
      idempotencyKey: newIdempotencyKey(),
    }
    const { body, rows } = save
    const before = saved.current
    unanswered.current = save
    setState({ kind: 'saving' })
    try {
      const { document, etag } = await send(kind, save, before)
      unanswered.current = null
      const ids = new Map(rows.map((key, index) => [key, document.items[index]?.id ?? '']))
      saved.current = { id: document.id, etag, body: withIds(body, document.items) }
      latest.current.onIds(ids)
      latest.current.onSaved(document)
      forget(placeNow(place, before))
      // Typed while a save was in progress.
      if (isDirty()) keepNow()
      if (before === null && !isLeft.current) latest.current.onCreated(document.id)
      setState({ kind: 'clean', at: new Date() })
      await queries.invalidateQueries({ queryKey: [KEYS[kind]], refetchType: 'none' })
      return true
    } catch (error) {
      if (isRefusal(error)) unanswered.current = null
      setState(await failureOf(error, kind, before))
      return false
    }
  }, [queries, kind, place, isDirty, keepNow])

  /** Saves all changes. Resolves to whether nothing is left to save. */
  const flush = useCallback(async (): Promise<boolean> => {
    // In a loop: others may have waited for the same save and started the next.
    while (running.current !== null) await running.current
    if (saved.current !== null && !isDirty()) return true
    if (latest.current.readiness !== 'ready') return false
    const isRepeated = unanswered.current !== null
    running.current = attempt()
    const isSaved = await running.current
    running.current = null
    // The repeated save had older content than the form.
    return isSaved && isRepeated ? flush() : isSaved
  }, [attempt, isDirty])

  const isHeld = state.kind === 'conflict' || state.kind === 'deleted'
  const { readiness } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is what changed.
  useEffect(() => {
    if (isHeld || !isDirty() || isUntouched()) return
    if (readiness !== 'ready') return setState({ kind: readiness })
    setState({ kind: 'waiting' })
    const timer = setTimeout(flush, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, readiness, isHeld])

  const { form } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: `form` is what changed.
  useEffect(() => {
    const store = () => {
      if (isDirty() && !isUntouched()) keepNow()
    }
    const timer = setTimeout(store, KEEP_MS)
    window.addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', store)
    }
  }, [form, isDirty, isUntouched, keepNow])

  const isLost = state.kind === 'failed'
  useEffect(() => {
    if (!isLost) return
    const timer = setTimeout(flush, AGAIN_MS)
    window.addEventListener('online', flush)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', flush)
    }
  }, [isLost, flush])

  // Saves the last second of typing when the person leaves the page.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      if (!isDirty() || isUntouched()) return
      keepNow()
      void flush()
    }
  }, [flush, isDirty, isUntouched, keepNow])

  /** Continues with another version, e.g. after a conflict. */
  const rebase = useCallback(
    (next: Saved | null) => {
      forget(placeNow(place, saved.current))
      unanswered.current = null
      saved.current = next
      setState({ kind: 'clean', at: null })
    },
    [place],
  )

  return { state, flush, rebase, current: () => saved.current }
}

/** Without item ids, which the form gets shortly after a save. */
const contentOf = (body: Sendable | undefined): string =>
  JSON.stringify(body, (name, value) => (name === 'id' ? undefined : value)) ?? ''

/** After saving, unsaved input belongs to the draft; a copy of a draft is a new one. */
function placeNow({ origin, ...place }: Place, saved: Saved | null): Place {
  if (saved !== null) return { ...place, origin: `draft:${saved.id}` }
  return { ...place, origin: origin.startsWith('draft:') ? 'new' : origin }
}

/** The latest body. */
const withIds = (body: Sendable, items: readonly { readonly id: string }[]): Sendable =>
  body.items === undefined
    ? body
    : { ...body, items: body.items.map((item, index) => ({ ...item, id: items[index]?.id ?? '' })) }

const OVERTAKEN = ['precondition_failed', 'invoice_locked', 'quote_locked']

async function failureOf(error: unknown, kind: Kind, saved: Saved | null): Promise<SaveState> {
  if (saved !== null && isProblem(error, `${kind}_not_found`)) return { kind: 'deleted' }
  const isOvertaken = isProblem(error) && OVERTAKEN.includes(error.code)
  try {
    if (isOvertaken && saved !== null)
      return { kind: 'conflict', theirs: await readTheirs(kind, saved.id) }
  } catch (lost) {
    return { kind: 'failed', message: messageOf(lost) }
  }
  const message = messageOf(error)
  return isProblem(error) && isRefusal(error)
    ? { kind: 'refused', faults: error.errors, message }
    : { kind: 'failed', message }
}
