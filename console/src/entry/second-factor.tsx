import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, messageOf } from '../api.ts'
import { useWords } from '../words.tsx'
import { EntryFrame } from './frame.tsx'
import { entryWords } from './words.ts'

interface Props {
  readonly challenge: string
  readonly onEntered: () => Promise<void>
  readonly onBack: () => void
}

/** The code after the password, where a second factor is on. */
export function SecondFactor({ challenge, onEntered, onBack }: Props) {
  const words = useWords(entryWords)
  const [code, setCode] = useState('')
  const answer = useMutation({
    mutationFn: () => api.answerChallenge({ body: { challenge, code: code.trim() } }),
    onSuccess: onEntered,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer.mutate()
  }
  return (
    <EntryFrame title={words.codeTitle}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.code}
            description={words.codeHint}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
          />
          {answer.error && (
            <Alert color="red" role="alert">
              {messageOf(answer.error)}
            </Alert>
          )}
          <Button type="submit" loading={answer.isPending}>
            {words.confirm}
          </Button>
          <Button variant="subtle" onClick={onBack}>
            {words.back}
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  )
}
