import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AuthFrame } from '../auth/frame.tsx'
import { useWords } from '../language.ts'
import { sessionQuery } from '../queries.ts'

/** The page for an unknown URL, signed in or not. */
export function NotFound() {
  const words = useWords().shell
  const { data: session } = useQuery(sessionQuery)
  return (
    <AuthFrame title={words.notFound}>
      <Text>{words.notFoundText}</Text>
      <Group>
        {session === null ? (
          <Button component={Link} to="/sign-in">
            {words.signIn}
          </Button>
        ) : (
          <>
            <Button component={Link} to="/">
              {words.home}
            </Button>
            <Button component={Link} to="/invoices" variant="default">
              {words.invoices}
            </Button>
          </>
        )}
      </Group>
    </AuthFrame>
  )
}
