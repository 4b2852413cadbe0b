import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { EntryFailure, useWait } from './failure.tsx'

/** What a form is shown in: a page, or a dialog. */
export type Frame = ComponentType<{ readonly title: string; readonly children: ReactNode }>

interface Props {
  readonly frame: Frame
  readonly challenge: string
  readonly onEntered: () => Promise<void>
  readonly onBack: () => void
}

/** Asks for the code of the second factor after the password. */
export function SecondFactor({ frame: Frame, challenge, onEntered, onBack }: Props) {
  const words = useWords().auth
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const answer = useMutation({
    mutationFn: () => api.answerChallenge({ body: { challenge, code: code.trim() } }),
    onSuccess: onEntered,
    onError: () => field.current?.select(),
  })
  const secondsLeft = useWait(answer.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (secondsLeft === 0 && !answer.isPending) answer.mutate()
  }
  return (
    <Frame title={words.codeTitle}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            ref={field}
            label={words.code}
            description={words.codeHint}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
          />
          <EntryFailure error={answer.error} secondsLeft={secondsLeft} />
          <Button type="submit" loading={answer.isPending} aria-disabled={secondsLeft > 0}>
            {words.confirm}
          </Button>
          <Button variant="subtle" onClick={onBack}>
            {words.back}
          </Button>
        </Stack>
      </form>
    </Frame>
  )
}
