import { Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { EntryFailure, useWait } from './failure.tsx'
import { type Frame, SecondFactor } from './second-factor.tsx'

interface Props {
  readonly frame: Frame
  readonly email?: string
  /** The challenge of a sign-in that began elsewhere; only the second factor is missing. */
  readonly begun?: string | null
  /** Shown until the first attempt. */
  readonly note?: ReactNode
  /** Single sign-on opens in another tab, because this page has unsaved input. */
  readonly isBeside?: boolean
  readonly onEntered: () => Promise<void>
}

/** Signs in with password and second factor, or with single sign-on. */
export function SignInForm(props: Props) {
  const { frame: Frame, email = '', begun = null, note, isBeside = false, onEntered } = props
  const words = useWords().auth
  const { forgot } = useWords().passwordReset
  const { showPassword } = useWords().shell
  const [challenge, setChallenge] = useState(begun)
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({ mode: 'uncontrolled', initialValues: { email, password: '' } })
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.signIn({ body }),
    onSuccess: (answer) => {
      if ('challenge' in answer) setChallenge(answer.challenge)
      else return onEntered()
      return undefined
    },
    onError: () => password.current?.select(),
  })
  const secondsLeft = useWait(signIn.error)
  const ways = useQuery({ queryKey: ['ways'], queryFn: () => api.listSignInWays() })
  if (challenge !== null) {
    const back = () => setChallenge(null)
    return <SecondFactor {...{ frame: Frame, challenge, onEntered }} onBack={back} />
  }
  const oidc = ways.data?.oidc
  const submit = (values: typeof form.values) => {
    if (secondsLeft === 0 && !signIn.isPending) signIn.mutate(values)
  }
  return (
    <Frame title={words.signIn}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            required
            autoFocus={email === ''}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            ref={password}
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            label={words.password}
            autoComplete="current-password"
            required
            data-autofocus={email !== ''}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {signIn.isIdle && note}
          <EntryFailure error={signIn.error} secondsLeft={secondsLeft} />
          <Button
            type="submit"
            fullWidth
            loading={signIn.isPending}
            aria-disabled={secondsLeft > 0}
          >
            {words.enter}
          </Button>
          {!isBeside && (
            <Anchor component={Link} to="/password-reset" size="sm" ta="start">
              {forgot}
            </Anchor>
          )}
        </Stack>
      </form>
      {oidc && (
        <>
          <Divider label={words.or} />
          <Button
            component="a"
            href={oidc.url}
            variant="default"
            h="auto"
            mih={36}
            py={6}
            styles={{ label: { whiteSpace: 'normal' } }}
            {...(isBeside && { target: '_blank' })}
          >
            {words.with(oidc.label)}
          </Button>
          {isBeside && (
            <Text size="sm" c="dimmed">
              {words.beside}
            </Text>
          )}
        </>
      )}
    </Frame>
  )
}
