import { Button, Code, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { isProblem, messageOf } from '../api.ts'
import { useWords } from '../language.ts'

/** The page for an error, with a button to try again. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const words = useWords().shell
  const router = useRouter()
  const isLost = isProblem(error, 'no_answer')
  const again = async () => {
    reset()
    await router.invalidate()
  }
  return (
    <Stack align="flex-start" maw={560} p="md" role="alert">
      <Title order={1}>{words.failed}</Title>
      <Text>{isLost ? words.unreachable : messageOf(error)}</Text>
      {isProblem(error) && error.requestId !== undefined && (
        <Text size="sm" c="dimmed">
          {words.request} <Code>{error.requestId}</Code>
        </Text>
      )}
      <Button onClick={again}>{words.again}</Button>
    </Stack>
  )
}
