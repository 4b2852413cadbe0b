import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isProblem, messageOf } from '../../api.ts'
import { isRefusal, newIdempotencyKey } from '../../parts/attempt.ts'
import { INVOICES_KEY } from '../queries.ts'
import type { Form } from './form.ts'
import { forget, keep } from './kept.ts'
import { readTheirs, type Save, type Saved, type SaveState, type Sendable, send } from './saving.ts'

const PAUSE_MS = 900
const KEEP_MS = 200
const AGAIN_MS = 5_000

interface Options {
  readonly form: Form
  readonly body: Sendable
  /** The rows of `body.items`, by their keys. */
  readonly keys: readonly string[]
  /** Whether it can be saved: complete enough, and without a fault. */
  readonly readiness: 'ready' | 'incomplete' | 'faulty'
  readonly saved: Saved | null
  readonly onIds: (ids: ReadonlyMap<string, string>) => void
  readonly onCreated: (id: string) => void
}

/**
 * Saves a draft a moment after the last change, one save at a time, each naming the version that the
 * one before gave. What is not saved yet is kept in this browser.
 */
export function useSaving(options: Options) {
  const queries = useQueryClient()
  const latest = useRef(options)
  latest.current = options
  const saved = useRef(options.saved)
  const unanswered = useRef<Save | null>(null)
  const running = useRef<Promise<boolean> | null>(null)
  const [state, setState] = useState<SaveState>({ kind: 'clean', at: null })
  const text = JSON.stringify(options.body)
  const isDirty = useCallback(
    () => JSON.stringify(latest.current.body) !== JSON.stringify(saved.current?.body),
    [],
  )

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
      const { invoice, etag } = await send(save, before)
      unanswered.current = null
      const ids = new Map(rows.map((key, index) => [key, invoice.items[index]?.id ?? '']))
      saved.current = { id: invoice.id, etag, body: withIds(body, invoice.items) }
      latest.current.onIds(ids)
      forget(before?.id ?? null)
      if (before === null) latest.current.onCreated(invoice.id)
      setState({ kind: 'clean', at: new Date() })
      await queries.invalidateQueries({ queryKey: [INVOICES_KEY], refetchType: 'none' })
      return true
    } catch (error) {
      if (isRefusal(error)) unanswered.current = null
      setState(await failureOf(error, before))
      return false
    }
  }, [queries])

  /** Saves what there is to save, and says whether all of it is saved now. */
  const flush = useCallback(async (): Promise<boolean> => {
    // Not once only: others may have waited for the same save, and begun the next one.
    while (running.current !== null) await running.current
    if (saved.current !== null && !isDirty()) return true
    if (latest.current.readiness !== 'ready') return false
    const isRepeated = unanswered.current !== null
    running.current = attempt()
    const isSaved = await running.current
    running.current = null
    // What was repeated was older than what stands here now.
    return isSaved && isRepeated ? flush() : isSaved
  }, [attempt, isDirty])

  const isHeld = state.kind === 'conflict'
  const { readiness } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is what changed.
  useEffect(() => {
    if (isHeld || !isDirty() || isUntouched(options)) return
    if (readiness !== 'ready') return setState({ kind: readiness })
    setState({ kind: 'waiting' })
    const timer = setTimeout(flush, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, readiness, isHeld])

  const { form } = options
  useEffect(() => {
    const store = () => {
      if (!isDirty() || isUntouched(latest.current)) return
      keep(saved.current?.id ?? null, form, saved.current?.etag ?? null)
    }
    const timer = setTimeout(store, KEEP_MS)
    window.addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', store)
    }
  }, [form, isDirty])

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

  // Who leaves the page in the console has not lost the last second.
  useEffect(
    () => () => {
      if (saved.current === null && isUntouched(latest.current)) return
      if (!isDirty()) return
      keep(saved.current?.id ?? null, latest.current.form, saved.current?.etag ?? null)
      void flush()
    },
    [flush, isDirty],
  )

  /** Goes on from another version, e.g. after a conflict. */
  const rebase = useCallback((next: Saved | null) => {
    forget(saved.current?.id ?? null)
    saved.current = next
    setState({ kind: 'clean', at: null })
  }, [])

  return { state, flush, rebase, current: () => saved.current }
}

/** A new invoice that nobody wrote anything in is not worth keeping. */
const isUntouched = ({ saved, body }: Options): boolean =>
  saved === null && body.customer_id === undefined && body.items?.length === 0

/** The body as it will be from now on. */
const withIds = (body: Sendable, items: readonly { readonly id: string }[]): Sendable =>
  body.items === undefined
    ? body
    : { ...body, items: body.items.map((item, index) => ({ ...item, id: items[index]?.id ?? '' })) }

async function failureOf(error: unknown, saved: Saved | null): Promise<SaveState> {
  const isOvertaken = isProblem(error, 'precondition_failed') || isProblem(error, 'invoice_locked')
  try {
    if (isOvertaken && saved !== null)
      return { kind: 'conflict', theirs: await readTheirs(saved.id) }
  } catch (lost) {
    return { kind: 'failed', message: messageOf(lost) }
  }
  const message = messageOf(error)
  return isProblem(error) && isRefusal(error)
    ? { kind: 'refused', faults: error.errors, message }
    : { kind: 'failed', message }
}
