import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../api/queries.ts'
import { Page } from '../components/page.tsx'
import { useWords } from '../words/language.ts'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { SecondFactorSection } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

export function Account() {
  const words = useWords().account
  const { data: session } = useQuery(sessionQuery)
  return (
    <Page title={words.title}>
      {session && (
        <Stack gap="lg" maw={720}>
          <Profile id={session.id} name={session.name} email={session.email} />
          <Password id={session.id} email={session.email} />
          <SecondFactorSection />
          <Sessions />
        </Stack>
      )}
    </Page>
  )
}
