import {
  Button,
  Checkbox,
  Flex,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
} from '@mantine/core'
import { IconTrash } from '../components/icons.ts'
import { AmountField } from './amount-field.tsx'
import type { Level } from './queries.ts'
import { useReminderWords } from './words.ts'

const TITLES = ['notice', 'reminder', 'second', 'final'] as const
const MODES = ['ask', 'auto'] as const

interface Props {
  readonly number: number
  readonly level: Level
  readonly currency: string
  readonly isLast: boolean
  readonly onChange: (part: Partial<Level>) => void
  /** Null: the only level cannot be deleted. */
  readonly onRemove: (() => void) | null
}

/** One level of a plan. */
export function LevelFields({ number, level, currency, isLast, onChange, onRemove }: Props) {
  const words = useReminderWords()
  const orNull = (value: string | number) => (value === '' ? null : Number(value))
  return (
    <Paper p="md" component="section" aria-label={words.levelNumber(number)}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="md">
            {words.levelNumber(number)}
          </Title>
          {onRemove && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={onRemove}
            >
              {words.removeLevel}
            </Button>
          )}
        </Group>
        <SimpleGrid
          cols={{ base: 1, xs: 2, md: 4 }}
          verticalSpacing="sm"
          style={{ alignItems: 'end' }}
        >
          <NumberInput
            label={words.afterDays}
            min={-30}
            max={365}
            value={level.after_days}
            onChange={(value) => onChange({ after_days: Number(value) || 0 })}
          />
          <NativeSelect
            label={words.paperTitle}
            data={TITLES.map((value) => ({ value, label: words.titles[value] }))}
            value={level.title}
            onChange={({ currentTarget }) =>
              onChange({ title: TITLES.find((it) => it === currentTarget.value) ?? level.title })
            }
          />
          <TextInput
            label={words.ownTitle}
            value={level.name ?? ''}
            maxLength={80}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value || null })}
          />
          <NativeSelect
            label={words.mode}
            data={MODES.map((value) => ({ value, label: words.modes[value] }))}
            value={level.mode}
            onChange={({ currentTarget }) =>
              onChange({ mode: MODES.find((it) => it === currentTarget.value) ?? level.mode })
            }
          />
          <NumberInput
            label={words.payWithin}
            min={0}
            max={90}
            value={level.pay_within_days ?? ''}
            onChange={(value) => onChange({ pay_within_days: orNull(value) })}
          />
          <AmountField
            label={words.fee}
            amounts={level.fee}
            currency={currency}
            onChange={(fee) => onChange({ fee })}
          />
          {isLast && (
            <NumberInput
              label={words.repeat}
              min={1}
              max={365}
              value={level.repeat_days ?? ''}
              onChange={(value) => onChange({ repeat_days: orNull(value) })}
            />
          )}
        </SimpleGrid>
        <Flex direction={{ base: 'column', sm: 'row' }} wrap="wrap" rowGap="sm" columnGap="xl">
          <Checkbox
            label={words.attach}
            checked={level.attach}
            onChange={({ currentTarget }) => onChange({ attach: currentTarget.checked })}
          />
          <Checkbox
            label={words.claimInterest}
            checked={level.interest}
            onChange={({ currentTarget }) => onChange({ interest: currentTarget.checked })}
          />
          <Checkbox
            label={words.claimLumpSum}
            checked={level.lump_sum}
            onChange={({ currentTarget }) => onChange({ lump_sum: currentTarget.checked })}
          />
        </Flex>
      </Stack>
    </Paper>
  )
}
