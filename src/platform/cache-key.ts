import { serialize } from 'node:v8'
import type { Scope } from './database/scope.ts'
import { sha256 } from './ids.ts'

/**
 * The key of anything that is made from data of a company and kept in memory. Different values have
 * different keys; equal ones may have two, as the order of properties counts. Not to be stored.
 */
export const cacheKey = ({ company }: Scope, ...from: readonly unknown[]): string =>
  `${company} ${sha256(serialize(from))}`
