import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

export type Scope = 'read' | 'write' | 'issue' | 'admin'

/** Whether the person has a scope in the company of the page; null: no scope is needed. */
export function useMay(scope: Scope | null): boolean {
  const { data } = useQuery(sessionQuery)
  return scope === null || (data?.scopes.includes(scope) ?? false)
}

/** The id of the signed-in person. No other person sees the page. */
export function usePerson(): string {
  const { data } = useQuery(sessionQuery)
  return data?.id ?? ''
}
