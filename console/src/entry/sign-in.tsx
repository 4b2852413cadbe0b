import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api } from '../api.ts'
import { sessionQuery } from '../queries.ts'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words.tsx'
import { EntryFailure, useWait } from './failure.tsx'
import { EntryFrame } from './frame.tsx'
import { SecondFactor } from './second-factor.tsx'
import { entryWords } from './words.ts'

/** What a provider elsewhere came back with; taken out of the address, where it would be kept. */
function takeReturn(): { readonly challenge: string | null; readonly error: string | null } {
  const [, name, value = null] =
    /^#(second-factor|sign-in-error)=([\w.-]+)$/.exec(window.location.hash) ?? []
  if (name !== undefined) window.history.replaceState(window.history.state, '', '/sign-in')
  return {
    challenge: name === 'second-factor' ? value : null,
    error: name === 'sign-in-error' ? value : null,
  }
}

export function SignIn() {
  const words = useWords(entryWords)
  const { showPassword } = useWords(shellWords)
  const [returned] = useState(takeReturn)
  const [challenge, setChallenge] = useState(returned.challenge)
  const enter = useEnter()
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.signIn({ body }),
    onSuccess: (answer) => {
      if ('challenge' in answer) setChallenge(answer.challenge)
      else return enter()
      return undefined
    },
    onError: () => password.current?.select(),
  })
  const secondsLeft = useWait(signIn.error)
  const ways = useQuery({ queryKey: ['ways'], queryFn: () => api.listSignInWays() })
  if (challenge !== null)
    return (
      <SecondFactor challenge={challenge} onEntered={enter} onBack={() => setChallenge(null)} />
    )
  const fromElsewhere = returned.error && (words.oidc[returned.error] ?? words.oidc.oidc_failed)
  const oidc = ways.data?.oidc
  const submit = (values: typeof form.values) => {
    if (secondsLeft === 0 && !signIn.isPending) signIn.mutate(values)
  }
  return (
    <EntryFrame title={words.signIn}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="sm">
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            withAsterisk={false}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            ref={password}
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            label={words.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {fromElsewhere && signIn.isIdle && (
            <Alert color="red" role="alert">
              {fromElsewhere}
            </Alert>
          )}
          <EntryFailure error={signIn.error} secondsLeft={secondsLeft} />
          <Button
            type="submit"
            fullWidth
            mt="xs"
            loading={signIn.isPending}
            aria-disabled={secondsLeft > 0}
          >
            {words.enter}
          </Button>
        </Stack>
      </form>
      {oidc && (
        <>
          <Divider label={words.or} />
          <Button component="a" href={oidc.url} variant="default">
            {words.with(oidc.label)}
          </Button>
        </>
      )}
    </EntryFrame>
  )
}

function useEnter() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { to } = useSearch({ from: '/sign-in' })
  return async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await navigate({ href: to ?? '/', replace: true })
  }
}
