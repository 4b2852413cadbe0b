import type { Data } from '@billwright/sdk'
import { Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readSession, sessionQuery } from '../api/queries.ts'
import { enter, personOfPage } from '../api/signed-out.ts'
import { useWords } from '../words/language.ts'
import { Plain } from './plain.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Above everything, including notices. */
const Z_INDEX = 1000

/** Covers a page whose session has ended until the same person signs in again. */
export function SignedOut({ isOpen }: { readonly isOpen: boolean }) {
  const words = useWords().auth
  return (
    <Modal
      opened={isOpen}
      onClose={() => {}}
      title={words.signedOut}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={Z_INDEX}
      overlayProps={{ blur: 16, backgroundOpacity: 0.7 }}
    >
      <Again />
    </Modal>
  )
}

function Again() {
  const words = useWords().auth
  const queries = useQueryClient()
  // Notices a sign-in in another window when the person returns to this one.
  const elsewhere = useQuery({
    queryKey: ['session-elsewhere'],
    queryFn: readSession,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const goOn = async (session: Data<'getSession'> | null | undefined) => {
    if (session) queries.setQueryData(sessionQuery.queryKey, await enter(session))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => void goOn(elsewhere.data), [elsewhere.data])
  return (
    <Stack>
      <Text size="sm">{words.signedOutText}</Text>
      <SignInForm
        frame={Plain}
        email={personOfPage()?.email ?? ''}
        isBeside
        onEntered={async () => goOn(await readSession())}
      />
    </Stack>
  )
}
