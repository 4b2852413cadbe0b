export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/** An object of the document. */
export type Node = { readonly [name: string]: Json }

export const isNode = (json: Json | undefined): json is Node =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

export const mapped = (node: Node, change: (key: string, it: Json) => Json): Node =>
  Object.fromEntries(Object.entries(node).map(([key, it]) => [key, change(key, it)]))
