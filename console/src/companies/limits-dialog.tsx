import { LIMIT_NAMES, type LimitName } from '@billwright/rules/limits'
import type { Data } from '@billwright/sdk'
import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../components/dialog.tsx'
import { FormButtons } from '../components/form-buttons.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { tellDone } from '../components/notices.tsx'
import { useChange } from '../components/use-send.ts'
import { useWords } from '../words/language.ts'
import { COMPANY_KEY } from './usage/queries.ts'

type Values = Record<LimitName, number | ''>

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly id: string
  readonly read: { readonly data: Data<'getCompany'>; readonly etag?: string | undefined }
}

export function LimitsDialog({ isOpen, onClose, ...props }: Props) {
  const words = useWords().usage
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.edit} size="lg">
      {isOpen && <LimitsForm key={props.read.etag} onClose={onClose} {...props} />}
    </Dialog>
  )
}

function LimitsForm({ onClose, id, read: { data, etag } }: Omit<Props, 'isOpen'>) {
  const words = useWords().usage
  const { limits: names } = useWords().attention
  const queries = useQueryClient()
  const form = useForm<Values>({
    initialValues: Object.fromEntries(
      LIMIT_NAMES.map((name) => [name, data.limits[name] ?? '']),
    ) as Values,
  })
  const save = useChange({
    run: (api, values: Values) =>
      api.updateCompany({
        path: { id },
        body: { limits: toLimits(values) },
        ...(etag === undefined ? {} : { ifMatch: etag }),
      }),
    onSuccess: async () => {
      onClose()
      tellDone(words.saved)
      await queries.invalidateQueries({ queryKey: COMPANY_KEY })
    },
    onError: () => queries.invalidateQueries({ queryKey: COMPANY_KEY }),
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text size="sm">{words.editText}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
          {LIMIT_NAMES.map((name) => (
            <NumberInput
              key={name}
              label={names[name]}
              placeholder={words.unlimited}
              min={0}
              max={Number.MAX_SAFE_INTEGER}
              allowDecimal={false}
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <FormFault error={save.error} fields={[]} />
        <FormButtons submit={words.save} isBusy={save.isPending} />
      </Stack>
    </form>
  )
}

const toLimits = (values: Values): Partial<Record<LimitName, number>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
