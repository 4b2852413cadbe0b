import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EntryFrame } from '../auth/frame.tsx'
import { sessionQuery } from '../queries.ts'
import { useWords } from '../words.tsx'
import { shellWords } from './words.ts'

/** At an address that no page has, signed in or not. */
export function NotFound() {
  const words = useWords(shellWords)
  const { data: session } = useQuery(sessionQuery)
  return (
    <EntryFrame title={words.notFound}>
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
    </EntryFrame>
  )
}
