import { Alert, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { isProblem, messageOf } from '../api/client.ts'
import { useWords } from '../words/language.ts'
import { type Kind, Missing } from './missing.tsx'
import { Waiting } from './waiting.tsx'

interface Props<T> {
  readonly of: {
    readonly data: T | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** What a deleted resource is called, if readers may follow a link to one. */
  readonly kind?: Kind
  /** What loads, and its number of lines or rows: see `Waiting`. */
  readonly as?: 'lines' | 'ledger' | 'desk'
  readonly lines?: number
  readonly children: (data: T) => ReactNode
}

/** The data of a query: placeholder lines, then the content or the error. */
export function QueryView<T>({ of, kind, as = 'lines', lines = 6, children }: Props<T>) {
  const words = useWords().shell
  const { data, error, refetch } = of
  // Deleted elsewhere: the cached data are no longer true.
  if (kind !== undefined && isProblem(error) && error.status === 404) return <Missing kind={kind} />
  if (data !== undefined) return children(data)
  if (error)
    return (
      <Alert color="red" title={words.failed} role="alert">
        <Stack align="flex-start" gap="xs">
          {isProblem(error, 'no_answer') ? words.unreachable : messageOf(error)}
          <Button size="xs" variant="default" onClick={() => refetch()}>
            {words.again}
          </Button>
        </Stack>
      </Alert>
    )
  return <Waiting key="loading" as={as} lines={lines} />
}
