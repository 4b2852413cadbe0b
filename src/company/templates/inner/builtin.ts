import { builtInHtml } from '../builtin/parts.ts'

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
    version: CURRENT_VERSION,
    license: 'MIT',
    html: builtInHtml(id),
  }
  loaded.set(id, template)
  return template
}

/** Versions that issued documents keep. Each file is complete and never changes. */
const EARLIER_VERSIONS = ['1.0.0']
const CURRENT_VERSION = '2.0.0'

/** Every version, the current one last. */
export const builtInVersions = (): readonly Pick<BuiltInTemplate, 'id' | 'version' | 'html'>[] => [
  ...EARLIER_VERSIONS.flatMap((version) =>
    BUILT_IN_IDS.map((id) => ({ id, version, html: builtInHtml(`${version}/${id}`) })),
  ),
  ...builtInTemplates(),
]

export const builtInTemplates = (): readonly BuiltInTemplate[] => BUILT_IN_IDS.map(builtInTemplate)
