import { Box, Divider, Group, Stack, Text } from '@mantine/core'
import type { FunctionComponent, ReactElement } from 'react'
import './paid-chart.css'
import { CHART_HEIGHT, scaleOf } from './scale.ts'

/** Heights of the labels of months and amounts. */
const LABEL = { height: 22, width: 64 }

interface Month {
  readonly month: string
  /** One letter, for a narrow chart. */
  readonly letter: string
  readonly label: string
  readonly name: string
  readonly amount: string
  readonly money: string
}

export interface Props {
  readonly months: readonly Month[]
  /** Formats a round amount of the scale. */
  readonly roundMoney: (value: number) => string
  /** Wraps a bar in a tooltip. Default: no tooltip. */
  readonly Tip?: FunctionComponent<{ readonly label: string; readonly children: ReactElement }>
}

/** Numbers for the heights of the bars only; people read exact texts from the API. */
export function PaidChart({ months, roundMoney, Tip = NoTip }: Props) {
  const scale = scaleOf(Math.max(...months.map(({ amount }) => Number(amount))))
  const top = scale.at(-1) ?? 1
  const percentOf = (value: number) => `${Math.max((value / top) * 100, 0)}%`
  return (
    <Box flex={1} mih={CHART_HEIGHT} pos="relative" className="paid-chart" aria-hidden>
      <Box pos="absolute" inset={`0 0 ${LABEL.height}px 0`}>
        {scale.map((value) => (
          <Group
            key={value}
            pos="absolute"
            bottom={percentOf(value)}
            w="100%"
            h={0}
            gap="xs"
            wrap="nowrap"
          >
            <Text size="xs" c="dimmed" w={LABEL.width} ta="end" className="nowrap">
              {roundMoney(value)}
            </Text>
            <Divider flex={1} />
          </Group>
        ))}
      </Box>
      <Group
        ps={`calc(${LABEL.width}px + var(--mantine-spacing-xs))`}
        gap={0}
        align="stretch"
        wrap="nowrap"
        pos="absolute"
        inset={0}
      >
        {months.map(({ month, letter, label, name, amount, money }) => (
          <Tip key={month} label={`${name} · ${money}`}>
            <Stack flex={1} miw={0} gap={0}>
              <Stack flex={1} justify="flex-end" px="12%">
                <Box
                  h={percentOf(Number(amount))}
                  bg="pine.5"
                  className="bar"
                  style={{ borderRadius: '4px 4px 0 0' }}
                />
              </Stack>
              <Text size="xs" c="dimmed" ta="center" lh={`${LABEL.height}px`}>
                <span className="month-name">{label}</span>
                <span className="month-letter">{letter}</span>
              </Text>
            </Stack>
          </Tip>
        ))}
      </Group>
    </Box>
  )
}

const NoTip: NonNullable<Props['Tip']> = ({ children }) => children
