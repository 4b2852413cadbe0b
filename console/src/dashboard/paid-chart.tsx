import { Box, Group, Stack, Text, Tooltip } from '@mantine/core'

const HEIGHT = 220

interface Month {
  readonly month: string
  readonly label: string
  readonly name: string
  readonly amount: string
  readonly money: string
}

/** The heights of the bars are numbers; every figure that people read is text from the API. */
export function PaidChart({ months }: { readonly months: readonly Month[] }) {
  const highest = Math.max(...months.map(({ amount }) => Number(amount)), 0)
  const percentOf = (amount: string) =>
    highest > 0 ? Math.max((Number(amount) / highest) * 100, 0) : 0
  return (
    <Group h={HEIGHT} gap="xs" align="stretch" wrap="nowrap" aria-hidden>
      {months.map(({ month, label, name, amount, money }) => (
        <Tooltip key={month} label={`${name}: ${money}`} events={TOOLTIP_EVENTS}>
          <Stack flex={1} miw={0} gap={4}>
            <Stack flex={1} justify="flex-end">
              <Box
                h={`${percentOf(amount)}%`}
                bg="pine.5"
                style={{ borderRadius: '4px 4px 0 0' }}
              />
            </Stack>
            <Text size="xs" c="dimmed" ta="center" truncate>
              {label}
            </Text>
          </Stack>
        </Tooltip>
      ))}
    </Group>
  )
}

const TOOLTIP_EVENTS = { hover: true, focus: false, touch: true }
