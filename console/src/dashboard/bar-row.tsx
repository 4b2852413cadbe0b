import { parseMinor } from '@billwright/money'
import { Box, Group, Text } from '@mantine/core'
import type { ListSearch } from '../api/invoice-search.ts'
import { TextLink } from '../components/list-links.tsx'
import { useFormat } from '../words/format.ts'

interface Props {
  readonly label: string
  readonly amount: string
  readonly currency: string
  readonly count: number
  /** The amount of a full bar. */
  readonly whole: string
  readonly color: string
  /** The link to the invoices. */
  readonly search: ListSearch
}

/** An amount with a bar for its share and a link to its invoices. */
export function BarRow({ label, amount, currency, count, whole, color, search }: Props) {
  const format = useFormat()
  const money = format.money(amount, currency)
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{label}</Text>
        {count === 0 ? (
          <Text size="sm" c="dimmed" className="figures">
            {money}
          </Text>
        ) : (
          <TextLink to="/invoices" search={search} size="sm" className="figures">
            {money}
          </TextLink>
        )}
      </Group>
      <Box
        h={8}
        mt={4}
        bg="var(--mantine-color-default-border)"
        bdrs="sm"
        className="bar"
        aria-hidden
      >
        <Box
          h={8}
          w={`${shareOf(amount, whole, currency)}%`}
          bg={color}
          bdrs="sm"
          className="bar"
        />
      </Box>
    </div>
  )
}

/** Percentage for the length of the bar. */
function shareOf(part: string, whole: string, currency: string): number {
  const all = parseMinor(whole, currency)
  return all === 0n ? 0 : Number((parseMinor(part, currency) * 1000n) / all) / 10
}
