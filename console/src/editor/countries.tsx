import { NativeSelect, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { withChosen } from '../components/choices.ts'
import { ITALIAN_DOCUMENTS, toChoices } from '../settings/choices.ts'
import { useWords } from '../words/language.ts'
import type { Edit } from './edits.ts'
import { type Form, type ItalyField, POLAND_FIELDS } from './form.ts'

interface Props {
  readonly form: Form
  readonly edit: (edit: Edit) => void
  readonly faultAt: (pointer: string) => string | undefined
}

export const hasItaly = ({ italy }: Form): boolean => Object.values(italy).some((it) => it !== '')

export const hasPoland = ({ poland }: Form): boolean => Object.values(poland).includes(true)

/** The fields that only FatturaPA has. */
export function Italy({ form, edit, faultAt }: Props) {
  const words = useWords().countries
  const { italy } = form
  const field = (name: ItalyField, place: string) => ({
    'data-place': place,
    value: italy[name],
    error: faultAt(place),
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { value: string } }) =>
      edit({ kind: 'change', change: (it) => ({ ...it, italy: { ...it.italy, [name]: value } }) }),
  })
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: 'start' }}>
        <NativeSelect
          label={words.documentType}
          {...field('document_type', '/italy/document_type')}
          data={[
            { value: '', label: words.documentByKind },
            ...withChosen(toChoices(ITALIAN_DOCUMENTS), italy.document_type),
          ]}
        />
        <TextInput
          label={words.stampDuty}
          description={words.stampDutyHint}
          inputMode="decimal"
          {...field('stamp_duty', '/italy/stamp_duty')}
        />
      </SimpleGrid>
    </Stack>
  )
}

/** The fields that only FA(3) has. */
export function Poland({ form, edit }: Props) {
  const words = useWords().countries
  return (
    <Stack gap="sm">
      {POLAND_FIELDS.map((name) => (
        <Switch
          key={name}
          label={words[name]}
          checked={form.poland[name]}
          onChange={({ currentTarget: { checked } }) =>
            edit({
              kind: 'change',
              change: (it) => ({ ...it, poland: { ...it.poland, [name]: checked } }),
            })
          }
        />
      ))}
    </Stack>
  )
}
