import { parseAst } from 'rolldown/parseAst'
import type { SourceFile } from './source-files.ts'

/** A node of a syntax tree, or what stands in one. */
type Node = Readonly<Record<string, unknown>> | readonly unknown[]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameIn = (value: unknown): string | undefined =>
  isNode(value) && 'name' in value && typeof value.name === 'string' ? value.name : undefined

/** A function with its lines. */
interface Measured {
  readonly name: string
  readonly lines: number
}

/** Every function that has a name or is given to a variable, with its lines. */
export function functionsOf({ path, text }: SourceFile): readonly Measured[] {
  const lang = path.endsWith('x') ? 'tsx' : 'ts'
  const found: Measured[] = []
  const visit = (node: unknown, given: string | undefined): void => {
    if (!isNode(node)) return
    if ('length' in node) {
      for (const it of node as readonly unknown[]) visit(it, undefined)
      return
    }
    const { type, body, start, end } = node as Readonly<Record<string, unknown>>
    const name =
      nameIn('id' in node ? node.id : undefined) ??
      nameIn('key' in node ? node.key : undefined) ??
      given
    if (/Function/.test(String(type)) && body && name)
      found.push({
        name: `${path} ${name}`,
        lines: text.slice(Number(start), Number(end)).split('\n').length,
      })
    for (const [key, value] of Object.entries(node))
      visit(value, key === 'init' || key === 'value' ? name : undefined)
  }
  visit(parseAst(text, { lang }, path).body, undefined)
  return found
}
