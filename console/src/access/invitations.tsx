import type { Data, Entry } from '@billwright/sdk'
import { Button, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Api, isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { ConfirmButton } from '../components/confirm.tsx'
import { CopyField } from '../components/copy.tsx'
import { Dialog } from '../components/dialog.tsx'
import { dotted } from '../components/dotted.ts'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { More } from '../components/more.tsx'
import { useAct } from '../components/use-act.ts'
import { useRefused } from '../components/use-refused.ts'
import { useChange } from '../components/use-send.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { EntryCard, EntryList } from './entry-card.tsx'
import { INVITATIONS_KEY, invitationsQuery } from './queries.ts'

type Invitation = Entry<'listInvitations'>
type NewInvitation = Data<'createInvitation'> & { readonly isMailed: boolean }

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const

/** The open invitations; nothing if there are none. */
export function OpenInvitations() {
  const words = useWords().invitations
  const invitations = useInfiniteQuery(invitationsQuery)
  const open = invitations.data?.pages.flatMap(({ data }) => data) ?? []
  if (open.length === 0) return null
  return (
    <Stack gap="sm">
      <Title order={2}>{words.title}</Title>
      <EntryList>
        {open.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} />
        ))}
      </EntryList>
      <More of={invitations} />
    </Stack>
  )
}

function InvitationCard({ invitation }: { readonly invitation: Invitation }) {
  const words = useWords().invitations
  const { roles } = useWords().people
  const { instant } = useFormat()
  const { act, isBusy } = useAct(INVITATIONS_KEY)
  const { id, email, role, expires_at } = invitation
  return (
    <EntryCard
      title={email}
      text={dotted([roles[role as keyof typeof roles], words.until(instant(expires_at))])}
      actions={
        <>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            aria-label={`${words.send}: ${email}`}
            onClick={() =>
              act({ run: (api) => api.sendInvitation({ path: { id } }), done: words.sent })
            }
          >
            {words.send}
          </Button>
          <ConfirmButton
            size="xs"
            title={words.deleteTitle(email)}
            text={words.deleteText}
            verb={words.delete}
            onConfirm={() =>
              act({ run: (api) => api.deleteInvitation({ path: { id } }), done: words.deleted })
            }
            disabled={isBusy}
            aria-label={`${words.delete}: ${email}`}
          >
            {words.delete}
          </ConfirmButton>
        </>
      }
    />
  )
}

/** The link is shown only once. */
export function InviteDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const words = useWords().invitations
  const queries = useQueryClient()
  const [made, setMade] = useState<NewInvitation | null>(null)
  const create = useChange({
    run: async (api, body: { email: string; role: (typeof ROLES)[number] }) => {
      const invitation = await api.createInvitation({ body })
      return { ...invitation, isMailed: await mailed(api, invitation) }
    },
    onSuccess: async (invitation) => {
      setMade(invitation)
      await queries.invalidateQueries({ queryKey: INVITATIONS_KEY })
    },
  })
  const close = () => {
    props.onClose()
    setMade(null)
    create.reset()
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={close}
      title={words.invite}
      size="lg"
      isKept={made !== null}
      isBusy={create.isPending}
    >
      {made ? (
        <Stack>
          <Text size="sm">{told(words, made)}</Text>
          {made.token !== null && (
            <CopyField
              label={words.link}
              text={`${window.location.origin}/invitation#${made.token}`}
            />
          )}
          <Button onClick={close} data-autofocus>
            {made.isMailed || made.token === null ? words.done : words.kept}
          </Button>
        </Stack>
      ) : (
        <InviteForm
          error={create.error}
          isBusy={create.isPending}
          onSubmit={(values) => create.mutate(values)}
        />
      )}
    </Dialog>
  )
}

type Words = ReturnType<typeof useWords>['invitations']

/** With several companies only the invited person gets the link, by mail. */
function told(words: Words, { email, token, isMailed }: NewInvitation): string {
  if (token === null) return isMailed ? words.mailedOnly(email) : words.unsent(email)
  return isMailed ? words.mailed(email) : words.once(email)
}

/** Whether the service mails the link. Otherwise the inviter passes it on. */
async function mailed(
  api: Pick<Api, 'sendInvitation'>,
  { id }: Pick<Invitation, 'id'>,
): Promise<boolean> {
  try {
    await api.sendInvitation({ path: { id } })
    return true
  } catch (error) {
    if (isProblem(error)) return false
    throw error
  }
}

interface FormProps {
  readonly error: unknown
  readonly isBusy: boolean
  readonly onSubmit: (values: { email: string; role: (typeof ROLES)[number] }) => void
}

function InviteForm({ error, isBusy, onSubmit }: FormProps) {
  const words = useWords().invitations
  const people = useWords().people
  const { data: session } = useQuery(sessionQuery)
  const form = useForm<{ email: string; role: (typeof ROLES)[number] }>({
    initialValues: { email: '', role: 'viewer' },
  })
  useRefused(form, error)
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        <TextInput
          type="email"
          label={people.email}
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label={people.role} {...form.getInputProps('role')}>
          <Stack gap="xs" mt={6}>
            {ROLES.map((role) => (
              <Radio
                key={role}
                value={role}
                label={people.roles[role]}
                description={people.roleTexts[role]}
                disabled={role === 'owner' && session?.role !== 'owner'}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormFault error={error} fields={['email', 'role']} />
        <FormButtons submit={words.invite} isBusy={isBusy} />
      </Stack>
    </form>
  )
}
