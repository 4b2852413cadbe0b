import { ActionIcon, Grid, Group, Stack, TextInput } from '@mantine/core'
import { AddButton } from '../components/add-button.tsx'
import { dotted } from '../components/dotted.ts'
import { IconTrash } from '../components/icons.ts'
import { newKey } from '../components/row-key.ts'
import { useWords } from '../words/language.ts'
import type { Edit } from './edits.ts'
import type { AdjustmentLine, Form } from './form.ts'

interface Props {
  readonly form: Form
  readonly edit: (edit: Edit) => void
  readonly faultAt: (pointer: string) => string | undefined
}

/** Discounts and charges on the whole document. */
export function Adjustments({ form, edit, faultAt }: Props) {
  const words = useWords().editor
  const kinds = [
    { of: 'discounts', name: words.discount, add: words.addDiscount },
    { of: 'charges', name: words.charge, add: words.addCharge },
  ] as const
  return (
    <Stack gap="sm">
      {kinds.map(({ of, name }) =>
        form[of].map((line, index) => (
          <AdjustmentRow
            key={line.key}
            name={name}
            line={line}
            faultAt={(place) => faultAt(`/${of}/${index}${place}`)}
            onChange={(patch) =>
              edit({
                kind: 'adjustments',
                of,
                change: (lines) =>
                  lines.map((it) => (it.key === line.key ? { ...it, ...patch } : it)),
              })
            }
            onRemove={() =>
              edit({
                kind: 'adjustments',
                of,
                change: (lines) => lines.filter(({ key }) => key !== line.key),
              })
            }
          />
        )),
      )}
      <Group gap="xs">
        {kinds.map(({ of, add }) => (
          <AddButton
            key={of}
            label={add}
            onClick={() =>
              edit({ kind: 'adjustments', of, change: (lines) => [...lines, blank()] })
            }
          />
        ))}
      </Group>
    </Stack>
  )
}

interface RowProps {
  readonly name: string
  readonly line: AdjustmentLine
  readonly faultAt: (place: string) => string | undefined
  readonly onChange: (patch: Partial<AdjustmentLine>) => void
  readonly onRemove: () => void
}

function AdjustmentRow({ name, line, faultAt, onChange, onRemove }: RowProps) {
  const words = useWords().editor
  return (
    <Grid gap="xs" align="flex-end">
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TextInput
          label={dotted([name, words.reason])}
          value={line.reason}
          maxLength={200}
          error={faultAt('/reason')}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <TextInput
          label={words.value}
          placeholder={words.valueHint}
          inputMode="decimal"
          value={line.value}
          error={faultAt('/amount') ?? faultAt('/percent')}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 4, sm: 2 }}>
        <TextInput
          label={words.taxRate}
          inputMode="decimal"
          value={line.taxRate}
          error={faultAt('/tax') ?? faultAt('/tax/rate')}
          onChange={(event) =>
            onChange({
              taxRate: event.currentTarget.value,
              taxCategory: '',
              taxNames: undefined,
            })
          }
        />
      </Grid.Col>
      <Grid.Col span={{ base: 2, sm: 1 }} ta="end">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${words.remove}: ${name} ${line.reason}`}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Grid.Col>
    </Grid>
  )
}

/** Without a rate, it gets that of the items if all have the same. */
const blank = (): AdjustmentLine => ({
  key: newKey(),
  reason: '',
  reasonCode: null,
  value: '',
  taxRate: '',
  taxCategory: '',
})
