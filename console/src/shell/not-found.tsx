import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../words.tsx'
import { shellWords } from './words.ts'

export function NotFound() {
  const words = useWords(shellWords)
  return (
    <Stack align="flex-start" p="md">
      <Title order={1}>{words.notFound}</Title>
      <Text>{words.notFoundText}</Text>
      <Button component={Link} to="/">
        {words.home}
      </Button>
    </Stack>
  )
}
