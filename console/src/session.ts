import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

export type Scope = 'read' | 'write' | 'issue' | 'admin'

/** Whether the person who is signed in has a scope. */
export function useMay(scope: Scope): boolean {
  const { data } = useQuery(sessionQuery)
  return data?.scopes.includes(scope) ?? false
}

/** The id of the person who is signed in; pages are shown to nobody else. */
export function usePerson(): string {
  const { data } = useQuery(sessionQuery)
  return data?.id ?? ''
}
