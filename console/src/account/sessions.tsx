import type { Data } from '@billwright/sdk'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dotted } from '../components/dotted.ts'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { SESSIONS_KEY, sessionsQuery } from './queries.ts'
import { Section } from './section.tsx'

type Session = Data<'listOwnSessions'>['data'][number]

/** The sessions of the person, with buttons to end them. */
export function Sessions() {
  const words = useWords().account
  const sessions = useQuery(sessionsQuery)
  const { act, isBusy } = useAct(SESSIONS_KEY)
  const end = ({ id }: Session) =>
    act({ run: (api) => api.endOwnSession({ path: { id } }), done: words.sessionEnded })
  const endOthers = () => act({ run: (api) => api.endOtherSessions(), done: words.othersEnded })
  return (
    <Section title={words.sessions} text={words.sessionsText}>
      <QueryView of={sessions} lines={2}>
        {({ data }) => (
          <>
            <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
              {data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isBusy={isBusy}
                  onEnd={() => end(session)}
                />
              ))}
            </Stack>
            {data.length > 1 && (
              <Group>
                <Button variant="default" onClick={endOthers} disabled={isBusy}>
                  {words.endOthers}
                </Button>
              </Group>
            )}
          </>
        )}
      </QueryView>
    </Section>
  )
}

interface RowProps {
  readonly session: Session
  readonly isBusy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const words = useWords().account
  const format = useFormat()
  const [name = words.unknownBrowser, system] = session.browser?.split(' on ') ?? []
  const browser = system ? words.browserOn(name, system) : name
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={4}>
        <Group gap="xs">
          <Text fw={600}>{browser}</Text>
          {session.current && <Badge variant="light">{words.thisBrowser}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {dotted([session.address, words.lastUsed(format.shortInstant(session.last_used_at))])}
        </Text>
      </Stack>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          onClick={onEnd}
          disabled={isBusy}
          aria-label={words.endOf(browser)}
        >
          {words.end}
        </Button>
      )}
    </Group>
  )
}
