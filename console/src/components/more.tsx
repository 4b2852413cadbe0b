import { Button, Center } from '@mantine/core'
import { defineWords, useWords } from '../words.tsx'

const moreWords = defineWords({
  en: { more: 'Show more' },
  de: { more: 'Mehr anzeigen' },
  fr: { more: 'Afficher plus' },
})

interface Props {
  readonly of: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** The way to the next page of a list, while there is one. */
export function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  const words = useWords(moreWords)
  if (!hasNextPage) return null
  return (
    <Center>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {words.more}
      </Button>
    </Center>
  )
}
