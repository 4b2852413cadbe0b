import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { Back } from '../components/back.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../words/language.ts'
import { Deletion, DeletionNote } from './deletion.tsx'
import { CompaniesFrame } from './frame.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { UsagePanel } from './usage/panel.tsx'
import { companyQuery } from './usage/queries.ts'

const route = getRouteApi('/companies/$id')

/** A company as operators see it: limits and usage, but no data. */
export function CompanyUsage() {
  const words = useWords()
  const { id } = route.useParams()
  const { data: session } = useQuery(sessionQuery)
  const isOperator = session?.scopes.includes('companies') ?? false
  const company = useQuery(companyQuery(id))
  const [isEditing, setEditing] = useState(false)
  return (
    <CompaniesFrame>
      <Page
        back={<Back to="/companies" label={words.companies.all} />}
        title={company.data?.data.name ?? words.companies.usage}
        needs={null}
        actions={
          <>
            {company.data && <Deletion company={company.data.data} isOwner={false} />}
            {isOperator && (
              <Button variant="default" onClick={() => setEditing(true)} disabled={!company.data}>
                {words.usage.edit}
              </Button>
            )}
          </>
        }
      >
        {company.data && <DeletionNote company={company.data.data} />}
        <UsagePanel id={id} />
      </Page>
      {company.data && (
        <LimitsDialog
          isOpen={isEditing}
          onClose={() => setEditing(false)}
          id={id}
          read={company.data}
        />
      )}
    </CompaniesFrame>
  )
}
