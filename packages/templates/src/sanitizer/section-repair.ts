import type { DefaultTreeAdapterTypes } from 'parse5'
import type { MarkedSource } from './placeholders.ts'

type ChildNode = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

const PAGE_FRAME = new Set(['html', 'head', 'body'])

/**
 * Repairs sections where HTML lets authors omit tags. In `<table>{{#rows}}<tr>…</tr>
 * {{/rows}}</table>`, the parser adds a tbody between the two section tags. In
 * `{{#rows}}<li>…{{/rows}}`, the item ends after the section. Section tags at such an edge move to
 * the side of their partner. Other split sections stay split and are refused later.
 */
export function repairSections(parent: ParentNode, marked: MarkedSource): void {
  const mended: ChildNode[] = []
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) {
      mended.push(node)
      continue
    }
    repairSections(node, marked)
    if (PAGE_FRAME.has(node.tagName)) {
      mended.push(node)
      continue
    }
    if (!node.sourceCodeLocation) pullOpeners(node, mended, marked)
    mended.push(node)
    if (!node.sourceCodeLocation?.endTag) mended.push(...takeTrailing(node, marked))
  }
  parent.childNodes = mended
}

/** Moves the opening tags from before an element that the parser added to their closing tags inside. */
function pullOpeners(element: Element, before: ChildNode[], marked: MarkedSource): void {
  const { closers } = unmatched(element.childNodes, marked)
  if (closers.length === 0) return
  const run = before.slice(blankTail(before, marked))
  const { openers } = unmatched(run, marked)
  const first = openers.at(-closers.length)
  if (first === undefined) return
  const pulled = before.splice(before.length - run.length + first)
  element.childNodes = [...pulled, ...element.childNodes]
}

/** Section tags at the end of an element whose end tag the author omitted. */
function takeTrailing(element: Element, marked: MarkedSource): readonly ChildNode[] {
  const { openers, closers } = unmatched(element.childNodes, marked)
  const first = Math.min(...openers, ...closers)
  if (first === Number.POSITIVE_INFINITY) return []
  return first < blankTail(element.childNodes, marked) ? [] : element.childNodes.splice(first)
}

/** The start of the trailing tags and white space in a list of nodes. */
function blankTail(nodes: readonly ChildNode[], marked: MarkedSource): number {
  let at = nodes.length
  while (at > 0 && isBlank(nodes[at - 1], marked)) at -= 1
  return at
}

const isBlank = (node: ChildNode | undefined, marked: MarkedSource): boolean =>
  node !== undefined &&
  (sectionTag(node, marked) !== undefined || ('value' in node && node.value.trim() === ''))

function sectionTag(node: ChildNode, marked: MarkedSource) {
  const [tag] = 'data' in node ? marked.tags(node.data) : []
  return tag === undefined || tag.kind === 'value' || tag.kind === 'comment' ? undefined : tag
}

/** Positions of sections that are opened but not closed, and closed but not opened, among siblings. */
function unmatched(nodes: readonly ChildNode[], marked: MarkedSource) {
  const openers: number[] = []
  const closers: number[] = []
  for (const [index, node] of nodes.entries()) {
    const tag = sectionTag(node, marked)
    if (tag === undefined) continue
    if (tag.kind !== 'close') openers.push(index)
    else if (openers.pop() === undefined) closers.push(index)
  }
  return { openers, closers }
}
