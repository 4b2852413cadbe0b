import {
  Fragment,
  type Position,
  positionAt,
  readTags,
  type ViewValue,
} from '@billwright/templates'
import { sampleCase } from '../../paper/printing/samples/sample-cases.ts'
import { variableNames } from '../../paper/printing/variables.ts'
import { documentView } from '../../paper/printing/view.ts'

export interface UnknownName extends Position {
  readonly name: string
}

/** Cases that together fill every list, so that the names of its entries are known. */
const CASES = ['simple', 'three-pages'] as const

/** The names that no invoice has, so they always print nothing. */
export function unknownNames(source: string): readonly UnknownName[] {
  const known = knownNames()
  const open: string[] = []
  const unknown = new Map<string, UnknownName>()
  for (const tag of readTags(source)) {
    if (tag.kind === 'comment') continue
    if (tag.kind === 'close') open.pop()
    else {
      if (tag.name !== '.' && !isKnown(known, open, tag.path) && !unknown.has(tag.name))
        unknown.set(tag.name, { name: tag.name, ...positionAt(source, tag.start) })
      if (tag.kind !== 'value') open.push(tag.path.join('.'))
    }
  }
  return [...unknown.values()]
}

/** Looks up names as the renderer does: in each open section, then outside. */
const isKnown = (known: ReadonlySet<string>, open: readonly string[], path: readonly string[]) => {
  const name = path.join('.')
  return known.has(name) || open.some((section) => known.has(`${section}.${name}`))
}

function knownNames(): ReadonlySet<string> {
  const names = new Set(variableNames())
  for (const name of CASES) collect(documentView(withCustomField(sampleCase(name))), '', names)
  return names
}

/** No sample has one, like most invoices. */
const withCustomField = (source: ReturnType<typeof sampleCase>) => ({
  ...source,
  invoice: { ...source.invoice, customFields: [{ label: 'Cost center', value: '4711' }] },
})

function collect(value: ViewValue, prefix: string, names: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) collect(entry, prefix, names)
  if (value === null || typeof value !== 'object' || value instanceof Fragment) return
  if (Array.isArray(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const path = prefix === '' ? name : `${prefix}.${name}`
    names.add(path)
    collect(inner, path, names)
  }
}
