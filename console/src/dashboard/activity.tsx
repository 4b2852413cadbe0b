import { Box, Flex, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { actorName } from '../components/actor.ts'
import { dotted } from '../components/dotted.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { NAME_WIDTH } from './attention.tsx'
import { activityQuery } from './queries.ts'

const SHOWN = 10

/** The newest events of invoices. */
export function Activity() {
  const words = useWords().dashboard
  const types: Readonly<Record<string, string>> = words.events
  const format = useFormat()
  const { data: events } = useQuery(activityQuery)
  const shown = events?.flatMap((event) => {
    const { number, customer_name: customer } = event.data
    const what = types[event.type]
    return what === undefined ? [] : [{ event, what, name: number ?? customer, customer }]
  })
  if (!shown || shown.length === 0) return null
  return (
    <Paper p="md" component="section" aria-labelledby="activity">
      <Title order={2} size="sm" mb="md" id="activity">
        {words.activity}
      </Title>
      <Stack gap="sm">
        {shown.slice(0, SHOWN).map(({ event, what, name, customer }) => (
          <Flex
            key={event.id}
            direction={{ base: 'column', sm: 'row' }}
            align={{ sm: 'baseline' }}
            columnGap="md"
          >
            <Box w={NAME_WIDTH} style={{ flexShrink: 0, overflowWrap: 'anywhere' }}>
              <TextLink to="/invoices/$id" params={{ id: event.resource.id }} fw={600} size="sm">
                {name}
              </TextLink>
            </Box>
            <Text size="sm" flex={{ sm: 1 }} style={{ overflowWrap: 'anywhere' }}>
              {dotted([what, name !== customer && customer])}
            </Text>
            <Text size="sm" c="dimmed" className="nowrap">
              {dotted([format.instant(event.created_at), actorName(event.actor)])}
            </Text>
          </Flex>
        ))}
      </Stack>
    </Paper>
  )
}
