import { serialize } from 'node:v8'
import { sha256 } from './ids.ts'

/**
 * A hash of a plain value, including bigints, which JSON lacks. Different values have different
 * hashes. Equal values may differ too if their properties are in another order, so use it as a
 * cache key and never store it.
 */
export const fingerprint = (value: unknown): string => sha256(serialize(value))
