import { Alert, Button, Code, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyButton } from '../components/copy.tsx'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { AccessFrame } from './frame.tsx'
import { dayOf, KeyForm, type KeyValues, lastInstantOf } from './key-form.tsx'
import { KEYS_KEY } from './queries.ts'

const DAYS = 90
const DAY_MS = 24 * 60 * 60 * 1000

/** Confirms a login of `billwright login` and chooses the scopes and the expiry of its key. */
export function CommandLine() {
  const words = useWords().commandLine
  const { commandLine: title } = useWords().access
  const command = `billwright login ${window.location.origin}`
  const { login, name } = useSearch({ from: '/app/access/command-line' })
  return (
    <AccessFrame title={title}>
      {login === undefined ? (
        <Empty
          icon={<Drawing of="sheet" />}
          title={words.none}
          text={words.noneText}
          action={
            <Stack align="center">
              <Code>{command}</Code>
              <CopyButton text={command} />
            </Stack>
          }
        />
      ) : (
        <Confirm login={login} name={name ?? ''} />
      )}
    </AccessFrame>
  )
}

function Confirm({ login, name }: { readonly login: string; readonly name: string }) {
  const words = useWords().commandLine
  const { keys } = useWords().access
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  const confirm = useChange({
    run: (api, { lastDay, code = '', ...given }: KeyValues) =>
      api.confirmLogin({
        body: { ...given, code, secret_hash: login, expires_at: lastInstantOf(lastDay) },
      }),
    onSuccess: async () => {
      setDone(true)
      await queries.invalidateQueries({ queryKey: KEYS_KEY })
    },
  })
  if (isDone)
    return (
      <Alert role="status" title={words.done} maw={640}>
        <Stack align="start">
          <Text size="sm">{words.doneText}</Text>
          <Button component={Link} to="/access" variant="default" size="xs">
            {keys}
          </Button>
        </Stack>
      </Alert>
    )
  return (
    <Paper p="lg" maw={640}>
      <Stack>
        <Text>{words.text}</Text>
        <KeyForm
          initial={{ code: '', name, scopes: ['read', 'write'], lastDay: inDays(DAYS) }}
          verb={words.confirm}
          error={confirm.error}
          isBusy={confirm.isPending}
          onSubmit={(values) => confirm.mutate(values)}
        />
      </Stack>
    </Paper>
  )
}

const inDays = (days: number): string => dayOf(new Date(Date.now() + days * DAY_MS).toISOString())
