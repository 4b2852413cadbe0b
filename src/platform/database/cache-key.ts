import { serialize } from 'node:v8'
import { sha256 } from '../ids.ts'
import type { CompanyDb } from './scope.ts'

/**
 * The key of a cached value made from a company's data. Different values have different keys; equal
 * ones may have two, because the order of properties counts. Do not store it.
 */
export const cacheKey = ({ companyId }: CompanyDb, ...from: readonly unknown[]): string =>
  `${companyId} ${sha256(serialize(from))}`
