import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Quote } from '../api/quotes.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'

type Answer = Quote['answers'][number]

/** All answers with their evidence, the newest first. */
export function Answers({ quote }: { readonly quote: Quote }) {
  const words = useWords().quotes
  return (
    <Paper p="md">
      <Title order={2} size="sm" mb="xs">
        {words.answers}
      </Title>
      <Stack gap="md">
        {quote.answers.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noAnswer}
          </Text>
        )}
        {quote.answers.toReversed().map((answer) => (
          <AnswerEntry key={`${answer.at} ${answer.kind}`} answer={answer} quote={quote} />
        ))}
      </Stack>
    </Paper>
  )
}

interface EntryProps {
  readonly answer: Answer
  readonly quote: Quote
}

function AnswerEntry({ answer, quote }: EntryProps) {
  const words = useWords().quotes
  const format = useFormat()
  const kinds: Readonly<Record<string, string>> = words.kinds
  const isByLink = answer.by === 'customer'
  const who = isByLink
    ? `${answer.name ?? words.nobody}, ${words.byLink}`
    : words.byStaff(answer.name ?? '')
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {kinds[answer.kind] ?? answer.kind}
        </Text>
        <Text size="xs" c="dimmed" title={format.instant(answer.at)}>
          {format.shortInstant(answer.at)}
        </Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {who}
      </Text>
      {answer.note !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {answer.note}
        </Text>
      )}
      {isByLink && <Evidence answer={answer} quote={quote} />}
    </Stack>
  )
}

/** The evidence of an answer, collapsed at first. */
function Evidence({ answer, quote }: EntryProps) {
  const words = useWords().quotes
  const fields = words.evidenceFields
  const chosen = quote.items.filter(({ id }) => answer.selected.includes(id))
  const facts = [
    [fields.email, answer.email],
    [fields.consent, answer.consent],
    [fields.chosen, chosen.map(({ description }) => description).join(', ') || null],
    [fields.address, answer.address],
    [fields.browser, answer.browser],
  ] as const
  const hashes = [
    [fields.document_hash, answer.document_hash],
    [fields.pdf_sha256, answer.pdf_sha256],
  ] as const
  return (
    <details>
      <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
        {words.evidence}
      </Text>
      <Stack gap={6} mt={6}>
        {facts.map(
          ([label, value]) => value !== null && <Fact key={label} {...{ label, value }} />,
        )}
        {hashes.map(
          ([label, hash]) =>
            hash !== null && (
              <div key={label}>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
                <Code block fz={10} style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
                  {hash}
                </Code>
              </div>
            ),
        )}
      </Stack>
    </details>
  )
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
      {value}
    </Text>
  </div>
)
