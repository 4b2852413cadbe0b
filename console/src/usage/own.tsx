import { useQuery } from '@tanstack/react-query'
import { AccessFrame } from '../access/frame.tsx'
import { useWords } from '../language.ts'
import { sessionQuery } from '../queries.ts'
import { UsagePanel } from './panel.tsx'

/** The usage of the current company. */
export function OwnUsage() {
  const { usage: title } = useWords().access
  const { data: session } = useQuery(sessionQuery)
  return (
    <AccessFrame title={title}>
      {session?.company && <UsagePanel id={session.company.id} />}
    </AccessFrame>
  )
}
