import { Button, List, Loader, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'

/** Where a sending of several files is. */
export interface Place {
  readonly name: string
  readonly number: number
  readonly of: number
}

interface Sent {
  readonly file: File
}

interface Sending<Outcome extends Sent, Choice> {
  /** Sends one file; it reports what is wrong as an outcome and throws nothing. */
  readonly send: (file: File, choice?: Choice) => Promise<Outcome>
  /** Reads again what the files changed. */
  readonly onSent: () => Promise<unknown>
}

/** Sends files one after the other and keeps the outcome of each. */
export function useInTurn<Outcome extends Sent, Choice>({
  send,
  onSent,
}: Sending<Outcome, Choice>) {
  const isRunning = useRef(false)
  const [place, setPlace] = useState<Place | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    await work()
    setPlace(null)
    isRunning.current = false
    await onSent()
  }
  const sendAll = (files: readonly File[]): Promise<void> =>
    run(async () => {
      const all: Outcome[] = []
      for (const [index, file] of files.entries()) {
        setPlace({ name: file.name, number: index + 1, of: files.length })
        all.push(await send(file))
        setOutcomes([...all])
      }
    })
  /** Sends a file once more, with what a person chose. */
  const sendAgain = (at: number, choice: Choice): Promise<void> =>
    run(async () => {
      const before = outcomes[at]
      if (!before) return
      setPlace({ name: before.file.name, number: 1, of: 1 })
      const outcome = await send(before.file, choice)
      setOutcomes((all) => all.map((it, index) => (index === at ? outcome : it)))
    })
  return { sendAll, sendAgain, place, outcomes, clear: () => setOutcomes([]) }
}

interface ReportProps<Outcome> {
  readonly place: Place | null
  readonly outcomes: readonly Outcome[]
  readonly clear: () => void
  readonly words: { readonly reading: (place: Place) => string; readonly close: string }
  readonly children: (outcome: Outcome, index: number) => ReactNode
}

/** The progress, and the outcome of each file. */
export function InTurnReport<Outcome>(props: ReportProps<Outcome>) {
  const { place, outcomes, clear, words, children } = props
  if (place === null && outcomes.length === 0) return null
  return (
    <Paper p="md" role="status">
      <Stack gap="xs" align="flex-start">
        {place !== null && (
          <Text size="sm">
            <Loader size="xs" aria-hidden /> {words.reading(place)}
          </Text>
        )}
        <List size="sm" listStyleType="none">
          {outcomes.map((outcome, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name.
            <List.Item key={index} style={{ overflowWrap: 'anywhere' }}>
              {children(outcome, index)}
            </List.Item>
          ))}
        </List>
        {place === null && (
          <Button size="compact-sm" variant="default" onClick={clear}>
            {words.close}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
