import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { AuthFrame } from '../shell/auth-frame.tsx'
import { useWords } from '../words/language.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The result of single sign-on in the URL; removed from it, because browsers store URLs. */
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
  const words = useWords().auth
  const [returned] = useState(takeReturn)
  const enter = useEnter()
  const oidc: Readonly<Record<string, string>> = words.oidc
  const fromElsewhere = returned.error && (oidc[returned.error] ?? words.oidc.oidc_failed)
  const note = fromElsewhere && (
    <Alert color="red" role="alert">
      {fromElsewhere}
    </Alert>
  )
  return <SignInForm frame={AuthFrame} begun={returned.challenge} note={note} onEntered={enter} />
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
