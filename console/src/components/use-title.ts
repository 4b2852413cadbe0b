import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../queries.ts'

/** The tab says what a page is; for people of several companies, in which it is first. */
export function useTitle(title: string): void {
  const { data: session } = useQuery(sessionQuery)
  const company = session && session.companies > 1 ? session.company : null
  useDocumentTitle(company ? `${company.name} · ${title}` : `${title} · Billwright`)
}
