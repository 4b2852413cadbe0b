import { Anchor, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isProblem } from '../api/client.ts'
import { inOtherCompany } from '../api/company.ts'
import { companiesQuery, sessionQuery } from '../api/queries.ts'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { useBookWords } from './book/words.ts'
import type { Customer } from './queries.ts'

interface Props {
  readonly customer: Customer
  readonly onClose: () => void
}

interface Copy {
  readonly id: string
  readonly isNew: boolean
}

/** Copies a customer to another company of the person, once for each company. */
export function CopyDialog({ customer: { id, name }, onClose }: Props) {
  const words = useBookWords()
  const { confirm, bulk } = useWords()
  const { data: session } = useQuery(sessionQuery)
  const { data: companies } = useQuery(companiesQuery)
  const others = (companies?.data ?? []).filter((it) => it.id !== session?.company?.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const target = others.find((it) => it.id === chosen) ?? others[0]
  const [copy, setCopy] = useState<Copy | null>(null)
  const { mutate, error, isPending, reset } = useChange({
    run: (api, company: string) => api.copyCustomer({ path: { id }, body: { company } }),
    onSuccess: (made) => setCopy({ id: made.id, isNew: true }),
    onError: (refused) => {
      const existing = isProblem(refused, 'external_id_taken') && refused.problem?.resource_id
      if (typeof existing === 'string') setCopy({ id: existing, isNew: false })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target !== undefined) mutate(target.id)
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.copyTitle(name)} isBusy={isPending}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{words.copyText}</Text>
          <NativeSelect
            label={words.copyTo}
            value={target?.id ?? ''}
            data={others.map((it) => ({ value: it.id, label: it.name }))}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value)
              reset()
              setCopy(null)
            }}
            data-autofocus
          />
          {target !== undefined && copy !== null ? (
            <Text size="sm" role="status">
              {copy.isNew ? words.copied(target.name) : words.isCopied(target.name)}{' '}
              <Anchor href={inOtherCompany(target.handle, `/customers/${copy.id}`)}>
                {words.openCopy}
              </Anchor>
            </Text>
          ) : (
            <FormFault error={error} />
          )}
          <FormButtons
            cancel={copy === null ? confirm.cancel : bulk.close}
            submit={words.copyVerb}
            isBusy={isPending}
            isIncomplete={target === undefined || copy !== null}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
