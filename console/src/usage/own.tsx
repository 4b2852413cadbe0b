import { useQuery } from '@tanstack/react-query'
import { AccessFrame } from '../access/frame.tsx'
import { useWords } from '../language.ts'
import { sessionQuery } from '../queries.ts'
import { UsagePanel } from './panel.tsx'

/** What the company of this page uses. */
export function OwnUsage() {
  const { usage: title } = useWords().access
  const { data: session } = useQuery(sessionQuery)
  return (
    <AccessFrame title={title}>
      {session?.company && <UsagePanel id={session.company.id} />}
    </AccessFrame>
  )
}
