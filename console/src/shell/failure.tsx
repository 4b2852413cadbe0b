import { Button, Code, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { isProblem, messageOf } from '../api/client.ts'
import type { Words } from '../words/en.ts'
import { useWords } from '../words/language.ts'

/** The page for an error, with a button to try again. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const words = useWords().shell
  const router = useRouter()
  const again = async () => {
    // The files of a page load again only with the whole console.
    if (!isProblem(error)) return window.location.reload()
    reset()
    await router.invalidate()
  }
  return (
    <Stack align="flex-start" maw={560} p="md" role="alert">
      <Title order={1}>{words.failed}</Title>
      <Text>{textOf(error, words)}</Text>
      {isProblem(error) && error.requestId !== undefined && (
        <Text size="sm" c="dimmed">
          {words.request} <Code>{error.requestId}</Code>
        </Text>
      )}
      <Button onClick={again}>{words.again}</Button>
    </Stack>
  )
}

function textOf(error: unknown, words: Words['shell']): string {
  if (isProblem(error, 'no_answer')) return words.unreachable
  return isProblem(error) ? messageOf(error) : words.notShown
}
