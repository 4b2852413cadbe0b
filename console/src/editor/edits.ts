import type { AdjustmentLine, Form, Line } from './form.ts'
import { isBlank } from './form.ts'

/** Edits of a form besides setting a field. */
export type Edit =
  | { readonly kind: 'change'; readonly change: (form: Form) => Form }
  | { readonly kind: 'line'; readonly key: string; readonly patch: Partial<Line> }
  | { readonly kind: 'insert'; readonly at: number; readonly lines: readonly Line[] }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'move'; readonly key: string; readonly by: number }
  | { readonly kind: 'ids'; readonly ids: ReadonlyMap<string, string> }
  | {
      readonly kind: 'adjustments'
      readonly of: 'discounts' | 'charges'
      readonly change: (lines: readonly AdjustmentLine[]) => readonly AdjustmentLine[]
    }

export function edited(form: Form, edit: Edit): Form {
  switch (edit.kind) {
    case 'change':
      return edit.change(form)
    case 'line':
      return mapLines(form, (it) => (it.key === edit.key ? { ...it, ...edit.patch } : it))
    case 'insert':
      return { ...form, lines: form.lines.toSpliced(edit.at, 0, ...edit.lines) }
    case 'remove':
      return { ...form, lines: form.lines.filter(({ key }) => key !== edit.key) }
    case 'move':
      return { ...form, lines: moved(form.lines, edit.key, edit.by) }
    case 'ids':
      return mapLines(form, (it) => {
        const id = edit.ids.get(it.key)
        return id === undefined ? it : { ...it, id }
      })
    case 'adjustments':
      return { ...form, [edit.of]: edit.change(form[edit.of]) }
  }
}

const mapLines = (form: Form, change: (line: Line) => Line): Form => ({
  ...form,
  lines: form.lines.map(change),
})

function moved(lines: readonly Line[], key: string, by: number): readonly Line[] {
  const from = lines.findIndex((line) => line.key === key)
  const line = lines[from]
  const to = from + by
  if (line === undefined || to < 0 || to >= lines.length) return lines
  return lines.toSpliced(from, 1).toSpliced(to, 0, line)
}

/** Inserts pasted lines at a line, replacing it if it is blank. */
export function insertedAt(
  lines: readonly Line[],
  key: string,
  added: readonly Line[],
): readonly Line[] {
  const at = lines.findIndex((line) => line.key === key)
  const here = lines[at]
  if (here === undefined) return [...lines, ...added]
  return isBlank(here) ? lines.toSpliced(at, 1, ...added) : lines.toSpliced(at + 1, 0, ...added)
}
