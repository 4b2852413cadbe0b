import type { Entry } from '@billwright/sdk'
import { Badge, Button, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { Address } from '../components/address.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { dotted } from '../components/dotted.ts'
import { IconPlus } from '../components/icons.ts'
import { More } from '../components/more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { AccessFrame } from './frame.tsx'
import { InviteDialog, OpenInvitations } from './invitations.tsx'
import { dayOf } from './key-form.tsx'
import { EditPersonDialog, NewPersonDialog } from './person-dialogs.tsx'
import { PEOPLE_KEY, peopleQuery } from './queries.ts'
import { SupportAccess } from './support.tsx'

type Person = Entry<'listUsers'>

export function People() {
  const words = useWords().people
  const { people: title } = useWords().access
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const people = useInfiniteQuery(peopleQuery)
  const [isInviting, setInviting] = useState(false)
  const { invite } = useWords().invitations
  const create = (
    <>
      <Button variant="default" onClick={() => setNew(true)}>
        {words.create}
      </Button>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
        {invite}
      </Button>
    </>
  )
  return (
    <AccessFrame title={title} actions={create} isOwnPlace>
      <QueryView of={people} lines={3}>
        {({ pages }) => (
          <>
            <EntryList>
              {pages
                .flatMap(({ data }) => data)
                .map((person) => (
                  <PersonCard key={person.id} person={person} onEdit={() => setEdited(person.id)} />
                ))}
            </EntryList>
            <More of={people} />
          </>
        )}
      </QueryView>
      <OpenInvitations />
      <SupportAccess />
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
      <NewPersonDialog isOpen={isNew} onClose={() => setNew(false)} />
      <EditPersonDialog id={edited} onClose={() => setEdited(null)} />
    </AccessFrame>
  )
}

function PersonCard({ person, onEdit }: { readonly person: Person; readonly onEdit: () => void }) {
  const words = useWords().people
  const { shortDate } = useFormat()
  const { data: session } = useQuery(sessionQuery)
  const isSelf = session?.id === person.id
  const mayChange = person.role !== 'owner' || session?.role === 'owner'
  const facts = [
    words.roleTexts[person.role as keyof typeof words.roleTexts],
    person.second_factor ? words.withFactor : words.withoutFactor,
    !person.password && words.withoutPassword,
    words.since(shortDate(dayOf(person.created_at))),
  ]
  return (
    <EntryCard
      title={person.name ?? person.email}
      state={<PersonState person={person} isSelf={isSelf} />}
      text={dotted(facts)}
      actions={
        mayChange ? (
          <PersonActions person={person} isSelf={isSelf} onEdit={onEdit} />
        ) : (
          <Badge variant="outline" color="gray" fw={500}>
            {words.byOwners}
          </Badge>
        )
      }
    >
      {person.name !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Address of={person.email} />
        </Text>
      )}
    </EntryCard>
  )
}

function PersonState({ person, isSelf }: { readonly person: Person; readonly isSelf: boolean }) {
  const words = useWords().people
  return (
    <>
      <Badge variant="light">{words.roles[person.role as keyof typeof words.roles]}</Badge>
      {isSelf && (
        <Badge variant="outline" color="gray" fw={500}>
          {words.self}
        </Badge>
      )}
    </>
  )
}

interface ActionsProps {
  readonly person: Person
  readonly isSelf: boolean
  readonly onEdit: () => void
}

function PersonActions({ person, isSelf, onEdit }: ActionsProps) {
  const words = useWords().people
  const { edit } = useWords().access
  const { act, isBusy } = useAct(PEOPLE_KEY)
  const path = { id: person.id }
  const name = person.name ?? person.email
  const reset = () =>
    act({ run: (api) => api.resetUserSecondFactor({ path }), done: words.factorTaken(name) })
  const remove = () => act({ run: (api) => api.deleteUser({ path }), done: words.deleted(name) })
  return (
    <>
      <Button size="xs" variant="default" onClick={onEdit} aria-label={`${edit}: ${name}`}>
        {edit}
      </Button>
      {person.second_factor && !isSelf && (
        <ConfirmButton
          size="xs"
          title={words.takeFactorTitle(name)}
          text={words.takeFactorText}
          verb={words.takeFactor}
          onConfirm={reset}
          disabled={isBusy}
        >
          {words.takeFactor}
        </ConfirmButton>
      )}
      {!isSelf && (
        <ConfirmButton
          size="xs"
          title={words.deleteTitle(name)}
          text={words.deleteText}
          verb={words.delete}
          onConfirm={remove}
          disabled={isBusy}
          aria-label={`${words.delete}: ${name}`}
        >
          {words.delete}
        </ConfirmButton>
      )}
    </>
  )
}
