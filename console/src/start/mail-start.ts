import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { tellDone } from '../components/notices.tsx'
import { useSend } from '../components/use-send.ts'
import { PORTS, PROVIDERS, type Provider, providerOfAddress } from '../mail/providers.ts'
import { MAIL_KEY, transportQuery } from '../mail/queries.ts'
import { useWords } from '../words/language.ts'

interface Typed {
  readonly provider?: string
  readonly host?: string
  readonly address?: string
  readonly password: string
}

/** The mail server of the first run: what stands in its fields, and how it is stored and tested. */
export function useMailStart(companyEmail: string) {
  const words = useWords().start
  const queries = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  const { data: read } = useQuery(transportQuery)
  const [typed, setTyped] = useState<Typed>({ password: '' })
  const [error, setError] = useState<unknown>(null)
  const { send, isBusy } = useSend()
  const address = typed.address ?? companyEmail
  const id = typed.provider ?? providerOfAddress(address)
  const provider = PROVIDERS[id]
  const host = provider?.host ?? typed.host ?? ''

  /** Stores the server only if it takes a message. True: there is nothing left to do here. */
  const save = async (): Promise<boolean> => {
    if (read?.transport.source !== null || typed.password === '') return true
    const to = session?.email ?? address
    try {
      setError(null)
      await send(async (api) => {
        await api.putMailTransport({ body: bodyOf({ provider, host, address }, typed.password) })
        // Sent once, because a mail server may lock an account after several wrong passwords.
        await api.testMailTransport({ body: { to }, retries: 0 })
        tellDone(words.tested(to))
      })
      return true
    } catch (failure) {
      setError(failure)
      await forget()
      return false
    } finally {
      await queries.invalidateQueries({ queryKey: MAIL_KEY })
    }
  }
  const forget = () => send((api) => api.deleteMailTransport({})).catch(ifStored)
  return {
    /** False if there is a mail server already, or while the page does not know yet. */
    isNeeded: read?.transport.source === null,
    id,
    provider,
    host,
    address,
    password: typed.password,
    error,
    isBusy,
    type: (change: Partial<Typed>) => {
      setError(null)
      setTyped((before) => ({ ...before, ...change }))
    },
    save,
  }
}

export type MailStart = ReturnType<typeof useMailStart>

/** The page shows why the message was not sent, so a refusal to delete the server is not shown, too. */
const ifStored = (failure: unknown) => {
  if (!isProblem(failure)) throw failure
}

interface Server {
  readonly provider: Provider | undefined
  readonly host: string
  readonly address: string
}

function bodyOf({ provider, host, address }: Server, password: string) {
  const security = provider?.security ?? 'tls'
  return {
    host,
    port: PORTS[security] ?? 465,
    security,
    auth: { kind: 'password' as const, username: address, password },
    envelope_from: null,
  }
}
