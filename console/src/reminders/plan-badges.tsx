import { Badge } from '@mantine/core'
import type { Plan } from './queries.ts'
import { useReminderWords } from './words.ts'

/** Whether a plan is switched on, and whether it is the default. */
export function PlanBadges({ plan }: { readonly plan: Plan }) {
  const words = useReminderWords()
  return (
    <>
      <Badge variant="light" color={plan.enabled ? 'teal' : 'gray'}>
        {plan.enabled ? words.on : words.off}
      </Badge>
      {plan.default && (
        <Badge variant="outline" color="gray">
          {words.isDefault}
        </Badge>
      )}
    </>
  )
}
