import { Alert } from '@mantine/core'
import { useWords } from '../language.ts'

/** The characters of a document that no font has, as the service names them in a header. */
export const missingCharacters = (headers: Headers): readonly string[] => [
  ...decodeURIComponent(headers.get('billwright-missing-characters') ?? ''),
]

/** Warns beside a preview: the browser may show characters that paper cannot. */
export function MissingCharacters({ of }: { readonly of: readonly string[] }) {
  const words = useWords().templates
  if (of.length === 0) return null
  return <Alert color="yellow">{words.missingCharacters(of.join(' '))}</Alert>
}
