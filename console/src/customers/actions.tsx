import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Api, isProblem } from '../api/client.ts'
import { sessionQuery } from '../api/queries.ts'
import { ActionMenu, Choices } from '../components/action-menu.tsx'
import { ConfirmDialog } from '../components/confirm.tsx'
import { Dialog } from '../components/dialog.tsx'
import { IconArchive, IconArchiveOff, IconCopy, IconTrash } from '../components/icons.ts'
import { tellDone, tellFailed } from '../components/notices.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { useBookWords } from './book/words.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { CUSTOMERS_KEY, type Customer, customerInvoicesQuery } from './queries.ts'

interface Props {
  readonly customer: Customer
  readonly etag: string | undefined
}

/**
 * All actions except the next step. Deleting cannot be undone and is offered only without
 * invoices.
 */
export function CustomerActions({ customer, etag }: Props) {
  const words = useWords().customers
  const { id, name, archived } = customer
  const { act } = useAct([CUSTOMERS_KEY])
  const { copyVerb } = useBookWords()
  const { data: session } = useQuery(sessionQuery)
  const [isCopying, copy] = useDisclosure()
  const [isInUse, inUse] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const remove = useRemove(customer, etag, inUse.open)
  const { data: invoices } = useQuery(customerInvoicesQuery(id))
  const archive = (api: Api, isArchived: boolean) =>
    api.patchCustomer({ path: { id }, body: { archived: isArchived } })
  const toggle = () =>
    act({
      run: (api) => archive(api, !archived),
      done: archived ? words.restoredDone(name) : words.archivedDone(name),
      undo: (api) => archive(api, archived),
    })
  return (
    <>
      <ActionMenu>
        <Choices
          of={[
            {
              label: copyVerb,
              Icon: IconCopy,
              needs: 'write',
              when: (session?.companies ?? 1) > 1,
              run: copy.open,
            },
            {
              label: archived ? words.restore : words.archive,
              Icon: archived ? IconArchiveOff : IconArchive,
              needs: 'write',
              when: true,
              run: toggle,
            },
            {
              label: words.delete,
              Icon: IconTrash,
              needs: 'write',
              when: invoices?.data.length === 0,
              isGrave: true,
              run: deleting.open,
            },
          ]}
        />
      </ActionMenu>
      {isCopying && <CopyDialog customer={customer} onClose={copy.close} />}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={deleting.close}
        title={words.deleteTitle(name)}
        text={words.deleteText}
        verb={words.delete}
        onConfirm={() => remove.mutate()}
      />
      <Dialog isOpen={isInUse} onClose={inUse.close} title={words.inUseTitle}>
        <Text size="sm">{words.inUseText}</Text>
        {!archived && (
          <Group justify="flex-end" mt="md">
            <Button
              data-autofocus
              onClick={() => {
                inUse.close()
                void toggle()
              }}
            >
              {words.archive}
            </Button>
          </Group>
        )}
      </Dialog>
    </>
  )
}

/** Goes back to the list. A customer that has an invoice by now is not deleted. */
function useRemove({ id, name }: Customer, etag: string | undefined, onInUse: () => void) {
  const words = useWords().customers
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useChange({
    run: (api) => api.deleteCustomer({ path: { id }, ifMatch: etag }),
    onSuccess: async () => {
      tellDone(words.deleted(name))
      await navigate({ to: '/customers' })
      await queries.invalidateQueries({ queryKey: [CUSTOMERS_KEY, 'list'] })
    },
    onError: (error) => (isProblem(error, 'customer_in_use') ? onInUse() : tellFailed(error)),
  })
}
