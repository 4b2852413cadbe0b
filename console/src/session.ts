import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

export type Scope = 'read' | 'write' | 'issue' | 'admin'

/** Whether the person who is signed in has a scope in the company of the page; null: every person. */
export function useMay(scope: Scope | null): boolean {
  const { data } = useQuery(sessionQuery)
  return scope === null || (data?.scopes.includes(scope) ?? false)
}

/** The id of the person who is signed in; pages are shown to nobody else. */
export function usePerson(): string {
  const { data } = useQuery(sessionQuery)
  return data?.id ?? ''
}
