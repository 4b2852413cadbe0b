import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconCheck } from '../components/icons.ts'
import { useWords } from '../words/language.ts'
import type { StepState } from './steps.ts'
import './start.css'

interface Props extends StepState {
  readonly number: number
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** A question with its fields, or with the answer in one line. */
export function Step({ name, number, isDone, isOpen, summary, onOpen, children }: Props) {
  const words = useWords().start
  const [isAsked, ask] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) fields.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isAsked])
  const change = () => {
    ask(true)
    onOpen()
  }
  return (
    <li className="start-step" data-open={isOpen || undefined}>
      <span className="start-number" data-done={isDone || undefined} aria-hidden>
        {isDone ? <IconCheck size={14} strokeWidth={2.5} /> : number}
      </span>
      <div className="start-title">
        <h2 id={`step-${name}`}>{words.steps[name]}</h2>
        {!isOpen && summary !== '' && <p>{summary}</p>}
      </div>
      {!isOpen && isDone && (
        <Button
          size="xs"
          variant="subtle"
          onClick={change}
          aria-label={`${words.change}: ${words.steps[name]}`}
        >
          {words.change}
        </Button>
      )}
      {isOpen && (
        <Stack
          ref={fields}
          gap="sm"
          className="start-fields"
          role="group"
          aria-labelledby={`step-${name}`}
        >
          {children}
        </Stack>
      )}
    </li>
  )
}
