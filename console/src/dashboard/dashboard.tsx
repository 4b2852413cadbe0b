import { Title } from '@mantine/core'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words.tsx'

export function Dashboard() {
  const words = useWords(shellWords)
  return <Title order={1}>{words.dashboard}</Title>
}
