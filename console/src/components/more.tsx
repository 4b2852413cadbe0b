import { Button, Center } from '@mantine/core'
import { useWords } from '../words/language.ts'

interface Props {
  readonly of: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** The button for the next page of a list. */
export function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  const words = useWords().more
  if (!hasNextPage) return null
  return (
    <Center>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {words.more}
      </Button>
    </Center>
  )
}
