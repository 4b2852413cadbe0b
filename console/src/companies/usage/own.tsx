import { useQuery } from '@tanstack/react-query'
import { AccessFrame } from '../../access/frame.tsx'
import { sessionQuery } from '../../api/queries.ts'
import { useWords } from '../../words/language.ts'
import { Archive } from '../archive.tsx'
import { Deletion, DeletionNote } from '../deletion.tsx'
import { UsagePanel } from './panel.tsx'
import { companyQuery } from './queries.ts'

/** The usage of the current company. */
export function OwnUsage() {
  const { usage: title } = useWords().access
  const { data: session } = useQuery(sessionQuery)
  const id = session?.company?.id ?? ''
  const company = useQuery({ ...companyQuery(id), enabled: id !== '' }).data?.data
  const actions = company && (
    <>
      <Archive company={company} />
      <Deletion company={company} isOwner={session?.role === 'owner'} />
    </>
  )
  return (
    <AccessFrame title={title} actions={actions}>
      {company && <DeletionNote company={company} />}
      {id !== '' && <UsagePanel id={id} />}
    </AccessFrame>
  )
}
