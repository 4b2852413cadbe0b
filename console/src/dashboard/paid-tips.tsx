import { Tooltip } from '@mantine/core'
import { PaidChart, type Props } from './paid-chart.tsx'

/** The chart with a tooltip for each bar. */
export const PaidChartWithTips = (props: Omit<Props, 'Tip'>) => <PaidChart {...props} Tip={Tip} />

const EVENTS = { hover: true, focus: false, touch: true }

const Tip: NonNullable<Props['Tip']> = ({ label, children }) => (
  <Tooltip label={label} events={EVENTS}>
    {children}
  </Tooltip>
)
