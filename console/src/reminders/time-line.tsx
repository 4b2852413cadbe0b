import { Badge, Box, Flex, Stack, Text } from '@mantine/core'
import type { Level } from './queries.ts'
import { useReminderWords } from './words.ts'

type Shown = Pick<Level, 'title' | 'name' | 'after_days' | 'mode'>

/** The levels in order, with the due date among them. */
export function TimeLine({ levels }: { readonly levels: readonly Shown[] }) {
  const words = useReminderWords()
  const steps = [
    ...levels.map((level, index) => ({ key: `level ${index}`, days: level.after_days, level })),
    { key: 'due', days: 0, level: null },
  ].sort((a, b) => a.days - b.days || (a.level === null ? -1 : 1))
  return (
    <Flex
      component="ol"
      direction={{ base: 'column', xs: 'row' }}
      wrap="wrap"
      gap="md"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
    >
      {steps.map(({ key, days, level }) => (
        <Box
          key={key}
          component="li"
          px="sm"
          style={{
            borderInlineStart: `3px solid var(--mantine-color-${level ? 'orange' : 'gray'}-5)`,
          }}
        >
          <Stack gap={2}>
            <Text size="xs" c="dimmed">
              {level === null ? words.dueDay : words.daysFromDue(days)}
            </Text>
            <Text size="sm" fw={600}>
              {level === null ? words.dueDate : (level.name ?? words.titles[level.title])}
            </Text>
            {level !== null && (
              <Badge variant="light" color="gray" size="sm">
                {words.modes[level.mode]}
              </Badge>
            )}
          </Stack>
        </Box>
      ))}
    </Flex>
  )
}
