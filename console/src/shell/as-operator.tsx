import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { useWords } from '../words/language.ts'

/** Tells operators that they are in another company. */
export function AsOperator() {
  const words = useWords().shell
  const { data: session } = useQuery(sessionQuery)
  if (!session?.company || session.role !== null || session.kind !== 'user') return null
  return (
    <Alert color="yellow" mb="md" title={words.inside(session.company.name)}>
      {words.insideText}
    </Alert>
  )
}
