import { existsSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../shared/payments/', import.meta.url)

/** Vectors and schemas beside the project; without them only the project's own cases run. */
export const HAS_VECTORS = existsSync(FOLDER)
export const SKIPPED = HAS_VECTORS ? '' : ' (skipped: ../shared/payments is not there)'

// biome-ignore lint/suspicious/noExplicitAny: each file has a shape of its own.
export type Vector = Record<string, any>

export const vectors = (name: string): Vector =>
  HAS_VECTORS ? JSON.parse(readFileSync(new URL(`vectors/${name}.json`, FOLDER), 'utf8')) : {}

export const schemaUrl = (name: string): URL => new URL(`xsd/${name}`, FOLDER)
