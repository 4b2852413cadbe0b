import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Api, isProblem } from '../api/client.ts'
import { tellDone } from '../components/notices.tsx'
import { useSend } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { TEMPLATES_KEY, type Template } from './queries.ts'

export interface Removed {
  readonly what: string
  readonly where: string
}

/** Strict mode refuses a template with unsafe parts. */
type Install = (api: Api, query: { readonly strict: boolean }) => Promise<Template>

/**
 * Installs a safe template at once. For an unsafe one it first shows the unsafe parts and installs
 * it without them only after confirmation.
 */
export function useInstall(onDone: () => void) {
  const words = useWords().install
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [removed, setRemoved] = useState<readonly Removed[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { send, isBusy } = useSend()

  const run = async (install: Install, strict: boolean) => {
    setError(null)
    try {
      await send(async (api) => {
        const { id, name } = await install(api, { strict })
        await queries.invalidateQueries({ queryKey: [TEMPLATES_KEY] })
        setRemoved(null)
        onDone()
        tellDone(words.installed(name))
        await navigate({ to: '/templates/$id', params: { id } })
      })
    } catch (failure) {
      const found = removedOf(failure)
      setRemoved(found)
      setError(found === null ? failure : null)
    }
  }
  const forget = () => {
    setRemoved(null)
    setError(null)
  }
  return { run, removed, error, isBusy, forget }
}

function removedOf(error: unknown): readonly Removed[] | null {
  if (!isProblem(error, 'template_unsafe')) return null
  const problem: Readonly<Record<string, unknown>> = { ...error.problem }
  return Array.isArray(problem.removed) ? (problem.removed as readonly Removed[]) : []
}
