import type { Entry } from '@billwright/sdk'
import { Badge, Button, Code, Group, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmButton } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { Drawing } from '../components/drawing.tsx'
import { Empty } from '../components/empty.tsx'
import { IconPlus } from '../components/icons.ts'
import { ListView } from '../components/list-view.tsx'
import { State } from '../components/state.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { AccessFrame } from './frame.tsx'
import { EditKeyDialog, NewKeyDialog } from './key-dialogs.tsx'
import { dayOf } from './key-form.tsx'
import { KEYS_KEY, keysQuery } from './queries.ts'

type ApiKey = Entry<'listApiKeys'>

export function Keys() {
  const words = useWords().keys
  const { keys: title } = useWords().access
  const [isNew, setNew] = useState(false)
  return (
    <AccessFrame
      title={title}
      actions={
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setNew(true)}>
          {words.create}
        </Button>
      }
    >
      <KeyList />
      <NewKeyDialog isOpen={isNew} onClose={() => setNew(false)} />
    </AccessFrame>
  )
}

function KeyList() {
  const words = useWords().keys
  const [isRevoked, setRevoked] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const keys = useInfiniteQuery(keysQuery(isRevoked))
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label={words.which}
          value={isRevoked ? 'revoked' : 'valid'}
          onChange={(value) => setRevoked(value === 'revoked')}
          data={[
            { value: 'valid', label: words.valid },
            { value: 'revoked', label: words.revoked },
          ]}
        />
      </Group>
      <ListView of={keys} lines={3} none={<NoKeys isRevoked={isRevoked} />}>
        {(entries) => (
          <EntryList>
            {entries.map((entry) => (
              <KeyCard key={entry.id} entry={entry} onEdit={() => setEdited(entry.id)} />
            ))}
          </EntryList>
        )}
      </ListView>
      <EditKeyDialog id={edited} onClose={() => setEdited(null)} />
    </>
  )
}

function NoKeys({ isRevoked }: { readonly isRevoked: boolean }) {
  const words = useWords().keys
  return isRevoked ? (
    <Empty icon={<Drawing of="sheet" />} title={words.noneRevoked} text={words.noneRevokedText} />
  ) : (
    <Empty icon={<Drawing of="sheet" />} title={words.none} text={words.noneText} />
  )
}

function KeyCard({ entry, onEdit }: { readonly entry: ApiKey; readonly onEdit: () => void }) {
  const words = useWords().keys
  const { edit } = useWords().access
  const { act, isBusy } = useAct(KEYS_KEY)
  const revoke = () =>
    act({ run: (api) => api.revokeApiKey({ path: { id: entry.id } }), done: words.isRevoked })
  const actions = (
    <>
      <Button size="xs" variant="default" onClick={onEdit} aria-label={`${edit}: ${entry.name}`}>
        {edit}
      </Button>
      <ConfirmButton
        size="xs"
        title={words.revokeTitle(entry.name)}
        text={words.revokeText}
        verb={words.revoke}
        onConfirm={revoke}
        disabled={isBusy}
        aria-label={`${words.revoke}: ${entry.name}`}
      >
        {words.revoke}
      </ConfirmButton>
    </>
  )
  return (
    <EntryCard
      title={entry.name}
      state={<KeyState entry={entry} />}
      text={useKeyTimes(entry)}
      {...(entry.revoked_at === null && { actions })}
    >
      <Group gap={6}>
        <Code>{entry.hint}…</Code>
        {entry.scopes.map((scope) => (
          <Badge key={scope} variant="outline" color="gray" fw={500}>
            {words.scopeNames[scope as keyof typeof words.scopeNames]}
          </Badge>
        ))}
      </Group>
    </EntryCard>
  )
}

function KeyState({ entry }: { readonly entry: ApiKey }) {
  const words = useWords().keys
  const isOver = entry.expires_at !== null && Date.parse(entry.expires_at) <= Date.now()
  if (!isOver || entry.revoked_at !== null) return null
  return <State shape="void">{words.expired}</State>
}

function useKeyTimes({ created_at, last_used_at, expires_at, revoked_at }: ApiKey): string {
  const words = useWords().keys
  const { shortDate, instant, shortInstant } = useFormat()
  return dotted([
    words.created(shortDate(dayOf(created_at))),
    last_used_at === null ? words.neverUsed : words.lastUsed(shortInstant(last_used_at)),
    expires_at !== null && words.expires(instant(expires_at)),
    revoked_at !== null && words.revokedAt(instant(revoked_at)),
  ])
}
