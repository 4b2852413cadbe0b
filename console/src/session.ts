import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from './queries.ts'

/** Whether the person who is signed in has a scope. */
export function useMay(scope: 'read' | 'write' | 'issue' | 'admin'): boolean {
  const { data } = useQuery(sessionQuery)
  return data?.scopes.includes(scope) ?? false
}

/** The id of the person who is signed in; pages are shown to nobody else. */
export function usePerson(): string {
  const { data } = useQuery(sessionQuery)
  return data?.id ?? ''
}
