import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Page } from '../components/page.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { isBlank } from './form.ts'
import { forget, type Kept, keptOf, type Place } from './kept.ts'

interface Props {
  readonly place: Place
  /** The editor with the restored changes. */
  readonly children: (kept: Kept | null) => ReactNode
}

/** Asks before it restores an unsaved draft, so that nothing enters an invoice unnoticed. */
export function KeptOffer({ place, children }: Props) {
  const [kept, setKept] = useState(() => keptOf(place))
  const [isDecided, setDecided] = useState(kept === null)
  if (isDecided || kept === null) return children(kept)
  const discard = () => {
    forget(place)
    setKept(null)
  }
  return <Offer {...{ kept, place }} onContinue={() => setDecided(true)} onDiscard={discard} />
}

interface OfferProps {
  readonly kept: Kept
  readonly place: Place
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

function Offer({ kept: { form, at }, place, onContinue, onDiscard }: OfferProps) {
  const { editor: words, quotes } = useWords()
  const format = useFormat()
  const fresh = place.kind === 'quote' ? quotes : words
  const isDraft = place.origin.startsWith('draft:')
  const items = form.lines.filter((line) => !isBlank(line))
  const when = format.instant(at)
  const facts = [
    [words.customer, form.customer?.name ?? '–'],
    [words.items, items.flatMap(({ description }) => description || []).join(', ') || '–'],
  ]
  return (
    <Page title={words.keptTitle} needs="write">
      <Paper p="lg" maw={620} w="100%">
        <Stack>
          <Text>{isDraft ? words.keptChanges(when) : fresh.keptNew(when)}</Text>
          <div>
            {facts.map(([name, value]) => (
              <Text key={name} size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                <Text span size="sm" c="dimmed">
                  {name}
                </Text>{' '}
                {value}
              </Text>
            ))}
          </div>
          <Group>
            <Button onClick={onContinue} autoFocus>
              {words.keptContinue}
            </Button>
            <Button variant="default" onClick={onDiscard}>
              {isDraft ? words.keptDiscard : fresh.keptStartNew}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Page>
  )
}
