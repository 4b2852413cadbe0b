import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { Paper, Text } from '@mantine/core'
import { CHART_HEIGHT } from './paid-months.tsx'

interface Month {
  readonly label: string
  readonly name: string
  readonly amount: string
  readonly money: string
}

/** The heights of the bars are numbers; every figure that is read is the text it came as. */
export function PaidChart({ months }: { readonly months: readonly Month[] }) {
  const data = months.map((month) => ({ ...month, height: Number(month.amount) }))
  return (
    <BarChart
      h={CHART_HEIGHT}
      data={data}
      dataKey="label"
      series={[{ name: 'height', color: 'pine.5' }]}
      withYAxis={false}
      gridAxis="none"
      barProps={{ isAnimationActive: false, radius: [4, 4, 0, 0] }}
      barChartProps={{ accessibilityLayer: false }}
      tooltipProps={{
        content: ({ payload }) => {
          const month = payload?.[0]?.payload as Month | undefined
          return month ? (
            <Paper withBorder shadow="sm" p="xs">
              <Text size="xs" c="dimmed">
                {month.name}
              </Text>
              <Text size="sm" fw={600}>
                {month.money}
              </Text>
            </Paper>
          ) : null
        },
      }}
    />
  )
}
