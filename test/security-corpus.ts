import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type View, type ViewValue, variablesOf } from '@billwright/templates'

/** Collected attacks and harmless templates, kept beside the project and never inside of it. */
export const SECURITY = realPath(join(import.meta.dirname, '../../shared/security'))
export const SHARED_TEMPLATES = join(import.meta.dirname, '../../shared/templates')
export const WITHOUT_CORPUS = ' (skipped: the shared corpus is not beside the project)'
export const hasCorpus = existsSync(SECURITY) && existsSync(SHARED_TEMPLATES)

interface Vector {
  readonly id: string
  readonly kind: string
  readonly tier: number
  readonly input: string
  readonly data?: View
}

interface Benign {
  readonly id: string
  readonly name: string
  readonly input: string
  readonly pad?: number
  readonly data?: View
  readonly keep: {
    readonly select?: readonly string[]
    readonly text?: readonly string[]
    readonly raw?: readonly string[]
    readonly style?: readonly (readonly [string, string, string])[]
  }
}

const readRows = <Row>(name: string): readonly Row[] =>
  hasCorpus
    ? readFileSync(join(SECURITY, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []

export const readVectors = (): readonly Vector[] => readRows<Vector>('sanitizer-visible.jsonl')

export const readBenign = (): readonly Benign[] =>
  readRows<Benign>('benign.jsonl').map((row) => {
    if (row.pad === undefined) return row
    const frame = ['<h1>{{companyName}}</h1><p>', '</p>']
    const padding = 'x'.repeat(row.pad - frame.join('').length)
    return { ...row, input: row.input.replace('{PAD}', frame.join(padding)) }
  })

export const SAMPLE: View = {
  companyName: 'Acme & Sons',
  customerName: 'Zoë <Müller>',
  invoiceNumber: 'INV-2026-0001',
  notes: 'Thank you',
  total: '€1,190.00',
  paid: true,
  items: [{ description: 'Design "A"', quantity: 2 }],
}

/** A view in which every name of a template has the same value. */
export function viewOf(source: string, value: string): View {
  const view: Record<string, ViewValue> = {}
  for (const name of variablesOf(source)) {
    const path = name.split('.')
    let at = view
    for (const [index, part] of path.entries()) {
      const inner = at[part]
      if (index === path.length - 1) at[part] ??= value
      else if (isRecord(inner)) at = inner
      else {
        const created: Record<string, ViewValue> = {}
        at[part] = created
        at = created
      }
    }
  }
  return view
}

const isRecord = (value: ViewValue): value is Record<string, ViewValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where a link leads: the scripts beside the corpus do nothing when started through one. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
