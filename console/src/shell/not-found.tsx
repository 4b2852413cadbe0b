import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AuthFrame } from '../auth/frame.tsx'
import { Page } from '../components/page.tsx'
import { useWords } from '../language.ts'
import { sessionQuery } from '../queries.ts'
import { Shell } from './shell.tsx'

/** The page for an unknown URL. Signed-in people keep the menu of their company. */
export function NotFound() {
  const words = useWords().shell
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return null
  const place = session === null ? '/sign-in' : '/'
  const content = (
    <>
      <Text>{words.notFoundText}</Text>
      <Button component={Link} to={place} style={{ alignSelf: 'flex-start' }}>
        {session === null ? words.signIn : words.home}
      </Button>
    </>
  )
  if (!session?.company) return <AuthFrame title={words.notFound}>{content}</AuthFrame>
  return (
    <Shell>
      <Page title={words.notFound} needs={null}>
        {content}
      </Page>
    </Shell>
  )
}
