import type { ComponentProps } from 'react'
import { PageOfPlaces } from '../components/page-of-places.tsx'
import { useBooksWords } from './words.ts'

const PLACES = [
  { to: '/books', name: 'closing' },
  { to: '/books/withheld', name: 'withheld' },
] as const

type Props = Omit<ComponentProps<typeof PageOfPlaces>, 'label' | 'places'>

/** The frame of the pages about the books, with their links. */
export function BooksFrame(page: Props) {
  const words = useBooksWords()
  const places = PLACES.map(({ to, name }) => ({ to, name: words.places[name] }))
  return <PageOfPlaces {...page} label={words.title} places={places} />
}
