import {
  ActionIcon,
  Group,
  List,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { AddButton } from '../components/add-button.tsx'
import { DayField } from '../components/date-field.tsx'
import { IconTrash } from '../components/icons.ts'
import { shownDecimal, toDecimal } from '../words/decimal-text.ts'
import { useLanguage } from '../words/language.ts'
import { AmountField } from './amount-field.tsx'
import type { Plan } from './queries.ts'
import { useReminderWords } from './words.ts'

type Interest = NonNullable<Plan['interest']>

interface Props {
  readonly draft: Plan
  readonly currency: string
  readonly change: (part: Partial<Plan>) => void
}

const NO_INTEREST: Interest = { margin: '', consumer_margin: null, base: [], min_amount: null }

/** Margins, dated base rates and the lump sum, with the usual legal figures of some countries. */
export function InterestFields({ draft, currency, change }: Props) {
  const words = useReminderWords()
  const { language } = useLanguage()
  const interest = draft.interest ?? NO_INTEREST
  const set = (part: Partial<Interest>) => {
    const after = { ...interest, ...part }
    const isEmpty = after.margin === '' && after.base.length === 0
    change({ interest: isEmpty ? null : after })
  }
  const decimal = (text: string) => (text.trim() === '' ? '' : toDecimal(text, language))
  const shown = (text: string | null) => (text ? shownDecimal(text, language) : '')
  const setBase = (index: number, part: Partial<Interest['base'][number]>) =>
    set({ base: interest.base.map((it, at) => (at === index ? { ...it, ...part } : it)) })
  return (
    <Paper p="md" component="section" aria-label={words.interest}>
      <Stack gap="sm">
        <Title order={2} size="md">
          {words.interest}
        </Title>
        <Text size="sm">{words.interestText}</Text>
        <List size="sm">
          {words.laws.map((law) => (
            <List.Item key={law}>{law}</List.Item>
          ))}
        </List>
        <SimpleGrid
          cols={{ base: 1, xs: 2, md: 4 }}
          verticalSpacing="sm"
          style={{ alignItems: 'end' }}
        >
          <TextInput
            label={words.margin}
            inputMode="decimal"
            defaultValue={shown(interest.margin)}
            onChange={({ currentTarget }) => set({ margin: decimal(currentTarget.value) })}
          />
          <TextInput
            label={words.consumerMargin}
            inputMode="decimal"
            defaultValue={shown(interest.consumer_margin)}
            onChange={({ currentTarget }) =>
              set({ consumer_margin: decimal(currentTarget.value) || null })
            }
          />
          <TextInput
            label={words.minInterest}
            inputMode="decimal"
            defaultValue={shown(interest.min_amount)}
            onChange={({ currentTarget }) =>
              set({ min_amount: decimal(currentTarget.value) || null })
            }
          />
          <AmountField
            label={words.lumpSum}
            amounts={draft.lump_sum}
            currency={currency}
            onChange={(lump_sum) => change({ lump_sum })}
          />
        </SimpleGrid>
        <Title order={3} size="sm">
          {words.baseRates}
        </Title>
        {interest.base.map((base, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days may be equal while typing.
          <Group key={index} gap="xs" align="end" wrap="nowrap">
            <DayField
              label={words.rateFrom}
              value={base.from}
              onChange={(value) => setBase(index, { from: value })}
            />
            <TextInput
              label={words.rate}
              inputMode="decimal"
              defaultValue={shown(base.rate)}
              maw={120}
              onChange={({ currentTarget }) =>
                setBase(index, { rate: decimal(currentTarget.value) })
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={words.removeRate(base.from)}
              onClick={() => set({ base: interest.base.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <AddButton
          label={words.addRate}
          onClick={() => set({ base: [...interest.base, { from: '', rate: '' }] })}
        />
      </Stack>
    </Paper>
  )
}
