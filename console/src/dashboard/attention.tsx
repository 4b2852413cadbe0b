import type { Entry } from '@billwright/sdk'
import { Anchor, Badge, Box, Flex, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attentionQuery } from '../api/attention.ts'
import { TextLink } from '../components/list-links.tsx'
import { problemText } from '../words/error-text.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

type Matter = Entry<'listAttention'>

/** Number of matters that fit above the figures. */
const SHOWN = 5
/** Also of the names below the figures. */
export const NAME_WIDTH = { sm: 180, md: 220 }

/** The matters that need a person, each with a link; nothing if there are none. */
export function Attention() {
  const words = useWords().attention
  const { data } = useQuery(attentionQuery)
  const [isOpen, setOpen] = useState(false)
  if (!data || data.data.length === 0) return null
  const { data: matters, total = matters.length } = data
  const shown = isOpen ? matters : matters.slice(0, SHOWN)
  return (
    <Paper p="md" component="section" aria-labelledby="attention">
      <Group gap="xs" mb="md">
        <Title order={2} size="sm" id="attention">
          {words.title}
        </Title>
        <Badge variant="light" color="orange" aria-hidden>
          {total}
        </Badge>
      </Group>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {shown.map((matter) => (
          <MatterRow key={`${matter.resource.id} ${matter.code}`} matter={matter} />
        ))}
      </Stack>
      {matters.length > SHOWN && (
        <Anchor component="button" type="button" size="sm" mt="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.less : words.all(total)}
        </Anchor>
      )}
    </Paper>
  )
}

function MatterRow({ matter }: { readonly matter: Matter }) {
  const words = useWords()
  const { instant } = useFormat()
  const texts: Readonly<Record<string, string>> =
    matter.resource.type === 'recurring' ? words.recurring.attention : words.attention.texts
  return (
    <li>
      <Flex direction={{ base: 'column', sm: 'row' }} columnGap="md" align={{ sm: 'baseline' }}>
        <Box w={NAME_WIDTH} style={{ flexShrink: 0, overflowWrap: 'anywhere' }}>
          <MatterLink matter={matter} />
        </Box>
        <Text size="sm" flex={{ sm: 1 }}>
          {texts[matter.code] ?? problemText(matter)}
        </Text>
        <Text size="sm" c="dimmed" className="nowrap">
          {instant(matter.since)}
        </Text>
      </Flex>
    </li>
  )
}

/** Where to settle a matter. */
function MatterLink({ matter: { resource } }: { readonly matter: Matter }) {
  const words = useWords().attention
  const { type, id, name } = resource
  switch (type) {
    case 'message':
      return (
        <TextLink to="/mail" search={{ message: id }} fw={600} size="sm">
          {name}
        </TextLink>
      )
    case 'mail_transport':
      return (
        <TextLink to="/mail/server" fw={600} size="sm">
          {words.mailServer}
        </TextLink>
      )
    case 'customer':
      return (
        <TextLink to="/customers/$id" params={{ id }} fw={600} size="sm">
          {name}
        </TextLink>
      )
    case 'invoice':
      return (
        <TextLink to="/invoices/$id" params={{ id }} fw={600} size="sm">
          {name}
        </TextLink>
      )
    case 'recurring':
      return (
        <TextLink to="/recurring/$id" params={{ id }} fw={600} size="sm">
          {name}
        </TextLink>
      )
    case 'webhook':
      return (
        <TextLink to="/access/webhooks/$id" params={{ id }} fw={600} size="sm">
          {words.webhook(name)}
        </TextLink>
      )
    case 'job':
      return (
        <TextLink to="/access/jobs" fw={600} size="sm">
          <JobName kind={name} />
        </TextLink>
      )
    case 'limit':
      return (
        <TextLink to="/access/usage" fw={600} size="sm">
          {words.limit(words.limits[name as keyof typeof words.limits])}
        </TextLink>
      )
    case 'access_point':
      return (
        <TextLink to="/settings/$section" params={{ section: 'einvoices' }} fw={600} size="sm">
          {words.accessPoint}
        </TextLink>
      )
    case 'quote':
      return (
        <TextLink to="/quotes/$id" params={{ id }} fw={600} size="sm">
          {words.quote(name)}
        </TextLink>
      )
    default:
      return (
        <Text fw={600} size="sm">
          {name}
        </Text>
      )
  }
}

function JobName({ kind }: { readonly kind: string }) {
  const { attention, jobs } = useWords()
  const names: Readonly<Record<string, string>> = jobs.kinds
  return attention.job(names[kind] ?? kind)
}
