import type { Data } from '@billwright/sdk'
import { Alert, Box, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../components/query-view.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { everyDay } from './days.ts'
import { usageQuery } from './queries.ts'

type Usage = Data<'getCompanyUsage'>
type Limit = Usage['limits'][number]

const DAYS = 30
const NEAR_PERCENT = 80
const FULL_PERCENT = 100

/** The usage of a company: its limits and its figures by day. */
export function UsagePanel({ id }: { readonly id: string }) {
  const words = useWords().usage
  const usage = useQuery(usageQuery(id))
  return (
    <QueryView of={usage} lines={4}>
      {({ limits, days }) => (
        <Stack gap="xl">
          <Stack gap="sm">
            <Title order={2}>
              {limits.some(({ max }) => max !== null) ? words.limits : words.now}
            </Title>
            <Paper p="xs">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={0} component="ul" p={0} m={0}>
                {limits.map((limit) => (
                  <LimitRow key={limit.name} limit={limit} />
                ))}
              </SimpleGrid>
            </Paper>
          </Stack>
          {days.length > 0 && (
            <Stack gap="sm">
              <Title order={2}>{words.byDay}</Title>
              <Days days={days} />
            </Stack>
          )}
        </Stack>
      )}
    </QueryView>
  )
}

const colorOf = (percent: number): string => {
  if (percent >= FULL_PERCENT) return 'red'
  return percent >= NEAR_PERCENT ? 'orange' : 'pine'
}

function LimitRow({ limit: { name, used, max, percent } }: { readonly limit: Limit }) {
  const words = useWords().usage
  const { limits: names } = useWords().attention
  const format = useFormat()
  const label = names[name as keyof typeof names]
  const isBytes = name.endsWith('_bytes')
  const written = isBytes ? format.bytes : format.number
  return (
    <Box component="li" px="md" py={10} style={{ listStyle: 'none' }}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{label}</Text>
        <Text fw={600} className="figures">
          {max === null ? written(used) : words.of(written(used), written(max))}
        </Text>
      </Group>
      {percent !== null && (
        <Progress
          mt="xs"
          value={Math.min(percent, FULL_PERCENT)}
          color={colorOf(percent)}
          aria-label={words.percent(label, percent)}
        />
      )}
      {percent !== null && percent >= NEAR_PERCENT && (
        <Alert mt="sm" p="xs" color={colorOf(percent)}>
          {percent >= FULL_PERCENT ? words.full : words.near}
        </Alert>
      )}
    </Box>
  )
}

const FIGURES = ['requests', 'pdfs', 'rows', 'bytes'] as const

function Days({ days }: Pick<Usage, 'days'>) {
  const words = useWords().usage
  const { number, date, bytes: size } = useFormat()
  const all = everyDay(days, Date.now(), DAYS)
  const today = all.at(-1)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      {FIGURES.map((name) => {
        const written = name === 'bytes' ? size : number
        const last = today?.[name] ?? null
        const title = words.figures[name]
        const text = last === null ? '–' : written(last)
        return (
          <div key={name}>
            <Group justify="space-between" gap="xs" mb="sm">
              <Text size="sm">{title}</Text>
              <Text fw={600}>{text}</Text>
            </Group>
            <Bars
              label={words.chart(title, text)}
              bars={all.map((it) => ({
                day: it.day,
                value: it[name] ?? 0,
                text: `${date(it.day)}: ${written(it[name] ?? 0)}`,
              }))}
            />
            <Group justify="space-between" mt={4}>
              <Text size="xs" c="dimmed">
                {date(all[0]?.day ?? '')}
              </Text>
              <Text size="xs" c="dimmed">
                {words.today}
              </Text>
            </Group>
          </div>
        )
      })}
    </SimpleGrid>
  )
}

interface BarsProps {
  readonly label: string
  readonly bars: readonly { readonly day: string; readonly value: number; readonly text: string }[]
}

function Bars({ label, bars }: BarsProps) {
  const top = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <Group role="img" aria-label={label} h={72} gap={2} align="flex-end" wrap="nowrap">
      {bars.map(({ day, value, text }) => (
        <Box
          key={day}
          title={text}
          flex={1}
          h={`${Math.max((value / top) * 100, 2)}%`}
          bg={value === 0 ? 'var(--mantine-color-default-border)' : 'var(--muted)'}
          style={{ borderRadius: '2px 2px 0 0' }}
        />
      ))}
    </Group>
  )
}
