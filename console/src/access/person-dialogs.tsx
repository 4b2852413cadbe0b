import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { tellDone } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { PersonForm, type PersonValues } from './person-form.tsx'
import { PEOPLE_KEY, personQuery } from './queries.ts'

const NEW: PersonValues = { email: '', name: '', role: 'viewer', password: '' }

interface NewProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a person with a first password, which they change later. */
export function NewPersonDialog({ isOpen, onClose }: NewProps) {
  const words = useWords().people
  const queries = useQueryClient()
  const create = useChange({
    run: (api, { email, name, role, password }: PersonValues) =>
      api.createUser({ body: { email, name: name.trim() || null, role, password } }),
    onSuccess: async ({ email }) => {
      onClose()
      tellDone(words.createdText(email))
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
    },
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.create}
      size="lg"
      isBusy={create.isPending}
    >
      <PersonForm
        initial={NEW}
        isNew
        isSelf={false}
        verb={words.create}
        error={create.error}
        isBusy={create.isPending}
        onSubmit={(values) => create.mutate(values)}
      />
    </Dialog>
  )
}

interface EditProps {
  readonly id: string | null
  readonly onClose: () => void
}

/** Changes the name, the role and, if forgotten, the password of a person. */
export function EditPersonDialog({ id, onClose }: EditProps) {
  const words = useWords().people
  return (
    <Dialog isOpen={id !== null} onClose={onClose} title={words.editTitle} size="lg">
      {id !== null && <EditPerson id={id} onClose={onClose} />}
    </Dialog>
  )
}

function EditPerson({ id, onClose }: EditProps & { readonly id: string }) {
  const { save } = useWords().access
  const { data: session } = useQuery(sessionQuery)
  const person = useQuery(personQuery(id))
  const change = usePersonChange(id, onClose)
  return (
    <QueryView of={person} lines={3}>
      {({ data, etag }) => {
        const before = { name: data.name, role: data.role as PersonValues['role'] }
        return (
          <PersonForm
            initial={{ ...NEW, ...before, name: data.name ?? '', email: data.email }}
            isNew={false}
            isSelf={session?.id === id}
            verb={save}
            error={change.error}
            isBusy={change.isPending}
            onSubmit={(values) => change.mutate({ values, before, etag })}
          />
        )
      }}
    </QueryView>
  )
}

interface Change {
  readonly values: PersonValues
  readonly before: { readonly name: string | null; readonly role: PersonValues['role'] }
  readonly etag: string | undefined
}

/** A change of name or role can be undone; a replaced password is lost. */
function usePersonChange(id: string, onClose: () => void) {
  const words = useWords().access
  const queries = useQueryClient()
  const { act } = useAct(PEOPLE_KEY)
  return useChange({
    run: (api, { values: { name, role, password }, before, etag }: Change) =>
      api.updateUser({
        path: { id },
        body: {
          name: name.trim() || null,
          ...(role !== before.role && { role }),
          ...(password !== '' && { password }),
        },
        ifMatch: etag,
      }),
    onSuccess: async (_, { values, before }) => {
      onClose()
      const undo = (api: Api) =>
        api.updateUser({
          path: { id },
          body: { name: before.name, ...(values.role !== before.role && { role: before.role }) },
        })
      await act({
        run: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        done: words.saved,
        ...(values.password === '' && { undo }),
      })
    },
  })
}
