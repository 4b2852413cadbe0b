import { Alert, Button, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconTrash, IconUsers } from '../components/icons.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import type { Theirs } from './saving.ts'

interface Props {
  readonly theirs: Theirs
  /** The differing fields, by wire name. */
  readonly fields: readonly string[]
  readonly onTheirs: () => void
  readonly onMine: () => void
  readonly onCopy: () => void
}

/** Another window deleted the draft. */
export function Deleted({ onCopy }: { readonly onCopy: () => void }) {
  const words = useWords().conflict
  return (
    <Alert color="yellow" role="alert" title={words.deletedTitle} icon={<IconTrash aria-hidden />}>
      <Text size="sm">{words.deletedText}</Text>
      <Button size="xs" mt="sm" onClick={onCopy}>
        {words.asNewDraft}
      </Button>
    </Alert>
  )
}

/**
 * Two people edited the draft at once. Shows who, the differences, and the choices; nothing is
 * lost silently.
 */
export function Conflict({ theirs, fields, onTheirs, onMine, onCopy }: Props) {
  const words = useWords().conflict
  const names: Readonly<Record<string, string>> = useWords().history.fields
  const format = useFormat()
  const who = theirs.by ?? words.anotherPerson
  const when = format.instant(theirs.at ?? theirs.document.updated_at)
  const { document } = theirs
  const isDraft = document.status === 'draft'
  const list = 'valid_until' in document ? 'quotes' : 'invoices'
  const differing = [...new Set(fields.flatMap((field) => names[field] ?? []))]
  return (
    <Alert color="yellow" role="alert" title={words.conflictTitle} icon={<IconUsers aria-hidden />}>
      <Text size="sm">
        {isDraft ? words.conflictText(who, when) : words.conflictIssued(who, when)}
      </Text>
      {isDraft && differing.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {words.differs}
          </Text>
          <List size="sm">
            {differing.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group gap="xs" mt="sm">
        {isDraft ? (
          <>
            <Button size="xs" onClick={onTheirs}>
              {words.takeTheirs}
            </Button>
            <Button size="xs" variant="default" onClick={onMine}>
              {words.keepMine}
            </Button>
          </>
        ) : (
          <Button size="xs" component={Link} to={`/${list}/${document.id}`}>
            {words.look}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onCopy}>
          {words.asNewDraft}
        </Button>
      </Group>
    </Alert>
  )
}
