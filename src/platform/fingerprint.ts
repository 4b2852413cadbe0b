import { serialize } from 'node:v8'
import { sha256 } from './ids.ts'

/**
 * A hash of a plain value with everything in it; bigints too, which JSON does not have. Different
 * values differ in it. Equal ones may do so as well, within one process and between two, when their
 * properties are in another order: it is a key for what can be made again, and not to be stored.
 */
export const fingerprint = (value: unknown): string => sha256(serialize(value))
