import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ComponentProps, useState } from 'react'
import { IconSearch } from './icons.ts'

/** Delay of the search after the last key. */
const TYPING_MS = 50
const LENGTH_MAX = 200

interface Props extends Pick<ComponentProps<typeof TextInput>, 'flex' | 'maw' | 'miw' | 'ms'> {
  readonly label: string
  /** The current search text of the list. */
  readonly q: string
  readonly onFind: (q: string) => void
}

/** The search field of a list. It follows changes from elsewhere, e.g. when filters are cleared. */
export function FindField({ label, q, onFind, ...layout }: Props) {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState(q)
  const find = useDebouncedCallback(() => {
    setSent(text.trim())
    onFind(text.trim())
  }, TYPING_MS)
  if (q !== seen) {
    setSeen(q)
    if (q !== sent) {
      setSent(q)
      setText(q)
    }
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      maxLength={LENGTH_MAX}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        find()
      }}
      {...layout}
    />
  )
}
