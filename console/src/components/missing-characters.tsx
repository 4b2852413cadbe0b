import { Alert } from '@mantine/core'
import { useWords } from '../words/language.ts'

/** The characters without a font, from the header of a preview. */
export const missingCharacters = (headers: Headers): readonly string[] => [
  ...decodeURIComponent(headers.get('billwright-missing-characters') ?? ''),
]

/** A warning beside a preview, because the browser may show characters that the PDF cannot. */
export function MissingCharacters({ of }: { readonly of: readonly string[] }) {
  const words = useWords().templates
  if (of.length === 0) return null
  return <Alert color="yellow">{words.missingCharacters(of.join(' '))}</Alert>
}
