import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { letterheadOf } from '../components/letterhead.ts'
import type { SettingsChanges } from '../settings/fields.ts'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { settingsOfLetterhead } from './guess.ts'

interface Props {
  readonly onFound: (changes: SettingsChanges) => void
}

/** Takes the company from a pasted letterhead. The fields below show what was found. */
export function LetterheadField({ onFound }: Props) {
  const words = useWords().start
  const { language } = useLanguage()
  const { draft } = useSettingsForm()
  const [text, setText] = useState('')
  const [count, setCount] = useState<number | null>(null)
  const read = (text: string) => {
    setText(text)
    const found = letterheadOf(text)
    const country = String(draft['companyAddress.countryCode'])
    onFound(settingsOfLetterhead(found, { country, language }))
    setCount(text.trim() === '' ? null : Object.keys(found).length)
  }
  return (
    <div>
      <Textarea
        label={words.letterhead}
        description={words.letterheadHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        autoComplete="off"
        autoFocus
        value={text}
        onChange={(event) => read(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {count !== null && words.letterheadFound(count)}
      </Text>
    </div>
  )
}
