import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../api/queries.ts'
import { Page } from '../components/page.tsx'
import { useWords } from '../words/language.ts'
import { AuthFrame } from './auth-frame.tsx'
import { Shell } from './shell.tsx'

/** The page for an unknown URL. Signed-in people keep the menu of their company. */
export function NotFound() {
  const words = useWords().shell
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return null
  if (session?.company)
    return (
      <Shell>
        <Page title={words.notFound} needs={null}>
          <Text>{words.notFoundText}</Text>
          <Button component={Link} to="/" style={{ alignSelf: 'flex-start' }}>
            {words.home}
          </Button>
        </Page>
      </Shell>
    )
  return (
    <AuthFrame title={words.notFound}>
      <Text>{words.notFoundText}</Text>
      <Button component={Link} to={session === null ? '/sign-in' : '/'}>
        {session === null ? words.signIn : words.home}
      </Button>
    </AuthFrame>
  )
}
