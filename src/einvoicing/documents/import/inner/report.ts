import type { NotTaken } from '@billwright/einvoice'
import { FieldError, type Rule } from '../../../../kernel/fields/rules.ts'

const WITHOUT_PLACE = 'A draft cannot store this.'

/** Copies the values that fit, and records the others. */
export class ImportReport {
  readonly #entries: NotTaken[] = []

  get entries(): readonly NotTaken[] {
    return this.#entries
  }

  add(path: string, reason: string): void {
    this.#entries.push({ path, reason })
  }

  /** Records a value unless it is `undefined` or an empty list. */
  leave(path: string, value: unknown, reason = WITHOUT_PLACE): void {
    const isAbsent = value === undefined || (Array.isArray(value) && value.length === 0)
    if (!isAbsent) this.add(path, reason)
  }

  /** Shortened if too long. */
  text(path: string, value: string | undefined, lengthMax: number): string | undefined {
    const text = value?.trim()
    if (text === undefined || text.length <= lengthMax) return text || undefined
    this.add(path, `Shortened to ${lengthMax} characters.`)
    return text.slice(0, lengthMax).toWellFormed().trim()
  }

  /** Omitted if it has another form. */
  code(path: string, value: string | undefined, pattern: RegExp): string | undefined {
    if (value === undefined || pattern.test(value)) return value
    this.add(path, `"${value.slice(0, 40)}" is not a code that a draft can store.`)
    return undefined
  }

  /** Omitted if it breaks the rule of the field. */
  ruled(path: string, value: string | undefined, rule: Rule): string | undefined {
    if (value === undefined) return undefined
    try {
      return rule(value.trim())
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      this.add(path, error.message)
      return undefined
    }
  }
}

/** Each key may be absent or `undefined`. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Removes `undefined`, which requests do not have. */
export const given = <T extends object>(record: Loose<T>): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T

/** Like `given`; undefined if nothing is left. */
export function someGiven<T extends object>(record: Loose<T>): T | undefined {
  const all = given<T>(record)
  return Object.keys(all).length === 0 ? undefined : all
}
