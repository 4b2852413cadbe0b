import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { IconPlus } from '../components/icons.ts'
import { tellFailed } from '../components/notices.tsx'
import { QueryView } from '../components/query-view.tsx'
import { useSend } from '../components/use-send.ts'
import { DaysOff } from './days-off.tsx'
import { RemindersFrame } from './frame.tsx'
import { PlanBadges } from './plan-badges.tsx'
import { type Plan, plansQuery, REMINDERS_KEY } from './queries.ts'
import { TimeLine } from './time-line.tsx'
import { useReminderWords } from './words.ts'

/** All plans with their time lines, and the non-working days. */
export function ReminderPlans() {
  const words = useReminderWords()
  const isAdmin = useMay('admin')
  const plans = useQuery(plansQuery)
  const { create, isBusy } = useCreate()
  return (
    <RemindersFrame
      title={words.plans}
      actions={
        isAdmin && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={isBusy}
            onClick={create}
          >
            {words.createPlan}
          </Button>
        )
      }
    >
      <QueryView of={plans} lines={4}>
        {({ data }) => (
          <Stack>
            {data.map((plan) => (
              <PlanCard key={plan.id} plan={plan} />
            ))}
            {isAdmin && <DaysOff />}
          </Stack>
        )}
      </QueryView>
    </RemindersFrame>
  )
}

function PlanCard({ plan }: { readonly plan: Plan }) {
  const words = useReminderWords()
  return (
    <Paper p="md">
      <Group gap="xs" mb="md">
        <Anchor component={Link} to={`/reminders/plans/${plan.id}`} fw={600}>
          {plan.name}
        </Anchor>
        <PlanBadges plan={plan} />
      </Group>
      <TimeLine levels={plan.levels} />
      {plan.warnings.length > 0 && (
        <Text size="sm" mt="sm">
          {words.chargesOnFirst}
        </Text>
      )}
    </Paper>
  )
}

/** A new plan: one reminder after a week. */
function useCreate() {
  const words = useReminderWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { send, isBusy } = useSend()
  const create = () =>
    send(async (api) => {
      const levels = [
        { title: 'reminder', after_days: 7, mode: 'ask', pay_within_days: 7 },
      ] as const
      const { id } = await api.createReminderPlan({ body: { name: words.newPlan, levels } })
      await queries.invalidateQueries({ queryKey: REMINDERS_KEY })
      await navigate({ to: '/reminders/plans/$id', params: { id } })
    }).catch(tellFailed)
  return { create, isBusy }
}
