import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'

/** The title of the browser tab; with several companies, it begins with the company. */
export function useTitle(title: string): void {
  const { data: session } = useQuery(sessionQuery)
  const company = session && session.companies > 1 ? session.company : null
  useDocumentTitle(company ? `${company.name} · ${title}` : `${title} · Billwright`)
}
