import { readFileSync } from 'node:fs'

const BUILT_IN_IDS = ['minimalist-clean', 'professional-modern', 'compact'] as const
type BuiltInId = (typeof BUILT_IN_IDS)[number]

/** A built-in template. It always exists and cannot be deleted. */
interface BuiltInTemplate {
  readonly id: BuiltInId
  readonly name: string
  readonly version: string
  readonly license: string
  readonly html: string
}

const NAMES: Readonly<Record<BuiltInId, string>> = {
  'minimalist-clean': 'Minimalist Clean',
  'professional-modern': 'Professional Modern',
  /** For long invoices. */
  compact: 'Compact',
}

/** A line that stands for a part of several built-in templates. Stored versions have it inlined. */
const PART = /^{{> (.+)}}\n/gm

const read = (name: string): string =>
  readFileSync(new URL(`../builtin/${name}.html`, import.meta.url), 'utf8')

const loaded = new Map<BuiltInId, BuiltInTemplate>()

export const isBuiltIn = (id: string): id is BuiltInId =>
  BUILT_IN_IDS.some((builtIn) => builtIn === id)

/** Read from its file at the first call, so that importing this module does no I/O. */
export function builtInTemplate(id: BuiltInId): BuiltInTemplate {
  const known = loaded.get(id)
  if (known !== undefined) return known
  const template: BuiltInTemplate = {
    id,
    name: NAMES[id],
    version: '1.0.0',
    license: 'MIT',
    html: read(id).replace(PART, (_line, part: string) => read(`parts/${part}`)),
  }
  loaded.set(id, template)
  return template
}

export const builtInTemplates = (): readonly BuiltInTemplate[] => BUILT_IN_IDS.map(builtInTemplate)
