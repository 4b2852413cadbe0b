import { Badge } from '@mantine/core'
import { State } from '../components/state.tsx'
import type { Plan } from './queries.ts'
import { useReminderWords } from './words.ts'

/** Whether a plan is switched on, and whether it is the default. */
export function PlanBadges({ plan }: { readonly plan: Plan }) {
  const words = useReminderWords()
  return (
    <>
      <State shape={plan.enabled ? 'done' : 'void'}>{plan.enabled ? words.on : words.off}</State>
      {plan.default && (
        <Badge variant="outline" color="gray">
          {words.isDefault}
        </Badge>
      )}
    </>
  )
}
