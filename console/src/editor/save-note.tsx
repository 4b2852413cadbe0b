import { Group, Loader, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '../components/icons.ts'
import type { Words } from '../words/en.ts'
import { useLanguage, useWords } from '../words/language.ts'
import type { SaveState } from './saving.ts'

/** Shows whether the form is saved: in one line, so that nothing moves, unless something is wrong. */
export function SaveNote({ state }: { readonly state: SaveState }) {
  const words = useWords().editor
  const { locale } = useLanguage()
  const isWrong = ['faulty', 'refused', 'failed'].includes(state.kind)
  return (
    <Group gap={6} wrap="nowrap" c={isWrong ? 'red' : 'dimmed'} role="status">
      {state.kind === 'saving' && <Loader size={12} />}
      {isWrong && <IconAlertCircle size={14} aria-hidden />}
      {state.kind === 'clean' && state.at !== null && <IconCheck size={14} aria-hidden />}
      <Text size="sm" truncate={!isWrong}>
        {textOf(state, words, locale)}
      </Text>
    </Group>
  )
}

function textOf(state: SaveState, words: Words['editor'], locale: string): string {
  if (state.kind === 'clean')
    return state.at === null
      ? ''
      : words.savedAt(state.at.toLocaleTimeString(locale, { timeStyle: 'short' }))
  if (state.kind === 'refused')
    return state.faults.length > 0 ? `${words.faulty} ${unplacedOf(state)}` : state.message
  // Other parts of the page report these.
  return state.kind === 'conflict' || state.kind === 'deleted' ? '' : words[state.kind]
}

/** Faults of fields that are not on the screen are shown here. */
const unplacedOf = ({
  faults,
}: {
  readonly faults: readonly { readonly pointer: string; readonly message: string }[]
}) => faults.map(({ pointer, message }) => `${pointer} ${message}`).join(' ')
