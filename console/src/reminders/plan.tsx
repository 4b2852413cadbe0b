import {
  Alert,
  Button,
  Fieldset,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { settingsQuery } from '../api/queries.ts'
import { useMay } from '../api/session.ts'
import { AddButton } from '../components/add-button.tsx'
import { Back } from '../components/back.tsx'
import { ConfirmButton } from '../components/confirm.tsx'
import { TimeField } from '../components/date-field.tsx'
import { FormFault } from '../components/form-fault.tsx'
import { LeaveGuard } from '../components/leave-guard.tsx'
import { tellDone } from '../components/notices.tsx'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SaveBar } from '../components/save-bar.tsx'
import { useAct } from '../components/use-act.ts'
import { useChange } from '../components/use-send.ts'
import { SwitchOn } from './effect.tsx'
import { InterestFields } from './interest-fields.tsx'
import { LevelFields } from './level-fields.tsx'
import { PlanBadges } from './plan-badges.tsx'
import { type Plan, planQuery, REMINDERS_KEY } from './queries.ts'
import { TimeLine } from './time-line.tsx'
import { useReminderWords } from './words.ts'

const route = getRouteApi('/app/reminders/plans/$id')
const LEVELS_MAX = 6
const GROUPINGS = ['invoice', 'customer'] as const

/** One plan with its levels, its charges and its switch. */
export function ReminderPlan() {
  const { id } = route.useParams()
  const plan = useQuery(planQuery(id))
  return (
    <QueryView of={plan} kind="reminderPlan" lines={10}>
      {(read) => <Editor key={read.plan.version} plan={read.plan} etag={read.etag} />}
    </QueryView>
  )
}

interface Props {
  readonly plan: Plan
  readonly etag: string | undefined
}

function Editor({ plan, etag }: Props) {
  const words = useReminderWords()
  const isAdmin = useMay('admin')
  const { data: settings } = useQuery(settingsQuery)
  const [draft, setDraft] = useState(plan)
  const change = (part: Partial<Plan>) => setDraft((before) => ({ ...before, ...part }))
  const save = useSave(plan.id, etag)
  const isDirty = draft !== plan
  const { levels } = draft
  const currency = settings?.currency ?? 'EUR'
  return (
    <>
      <LeaveGuard isDirty={isDirty && !save.isPending} />
      <Page
        title={plan.name}
        back={
          <Back to="/reminders/plans" label={words.plans}>
            <PlanBadges plan={plan} />
          </Back>
        }
        actions={isAdmin && <Actions plan={plan} isDirty={isDirty} />}
      >
        <Paper p="md">
          <TimeLine levels={levels} />
        </Paper>
        {plan.warnings.length > 0 && <Alert color="yellow">{words.chargesOnFirst}</Alert>}
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate(draft)
          }}
        >
          <Fieldset variant="unstyled" disabled={!isAdmin}>
            <Stack>
              <General draft={draft} change={change} />
              {levels.map((level, index) => (
                <LevelFields
                  // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place.
                  key={index}
                  number={index + 1}
                  level={level}
                  currency={currency}
                  isLast={index === levels.length - 1}
                  onChange={(part) =>
                    change({
                      levels: levels.map((it, at) => (at === index ? { ...it, ...part } : it)),
                    })
                  }
                  onRemove={
                    levels.length === 1
                      ? null
                      : () => change({ levels: levels.filter((_, at) => at !== index) })
                  }
                />
              ))}
              {isAdmin && levels.length < LEVELS_MAX && (
                <AddButton
                  label={words.addLevel}
                  onClick={() => change({ levels: [...levels, nextLevel(levels)] })}
                />
              )}
              <InterestFields draft={draft} currency={currency} change={change} />
              <FormFault error={save.error} />
              {isAdmin && (
                <SaveBar
                  isDirty={isDirty}
                  isSaving={save.isPending}
                  discard={() => setDraft(plan)}
                />
              )}
            </Stack>
          </Fieldset>
        </form>
      </Page>
    </>
  )
}

/** Two weeks after the previous level, not repeated. */
function nextLevel(levels: Plan['levels']): Plan['levels'][number] {
  const last = levels.at(-1)
  const days = (last?.after_days ?? -7) + 14
  return {
    name: null,
    title: last?.title === 'reminder' ? 'second' : 'final',
    after_days: days,
    mode: last?.mode ?? 'ask',
    fee: null,
    interest: false,
    lump_sum: false,
    pay_within_days: 7,
    attach: true,
    repeat_days: null,
  }
}

function useSave(id: string, etag: string | undefined) {
  const words = useReminderWords()
  const queries = useQueryClient()
  return useChange({
    run: (api, draft: Plan) => {
      const { name, levels, grouping, min_gap_days, at, grace_days, interest, lump_sum } = draft
      const kept = levels.map((level, index) =>
        index === levels.length - 1 ? level : { ...level, repeat_days: null },
      )
      return api.putReminderPlan({
        path: { id },
        body: {
          name,
          levels: kept,
          grouping,
          min_gap_days,
          at,
          grace_days,
          interest,
          lump_sum,
        },
        ...(etag === undefined ? {} : { ifMatch: etag }),
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: REMINDERS_KEY })
      tellDone(words.planSaved)
    },
  })
}

interface GeneralProps {
  readonly draft: Plan
  readonly change: (part: Partial<Plan>) => void
}

function General({ draft, change }: GeneralProps) {
  const words = useReminderWords()
  return (
    <Paper p="md">
      <SimpleGrid
        cols={{ base: 1, xs: 2, md: 3 }}
        verticalSpacing="sm"
        style={{ alignItems: 'end' }}
      >
        <TextInput
          label={words.planName}
          value={draft.name}
          maxLength={100}
          required
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <TimeField label={words.at} value={draft.at} onChange={(value) => change({ at: value })} />
        <NativeSelect
          label={words.grouping}
          data={GROUPINGS.map((value) => ({
            value,
            label: words.groupings[value],
          }))}
          value={draft.grouping}
          onChange={({ currentTarget }) =>
            change({ grouping: currentTarget.value === 'customer' ? 'customer' : 'invoice' })
          }
        />
        <NumberInput
          label={words.minGap}
          min={1}
          max={60}
          value={draft.min_gap_days}
          onChange={(value) => change({ min_gap_days: Number(value) || 1 })}
        />
        <NumberInput
          label={words.grace}
          min={0}
          max={30}
          value={draft.grace_days}
          onChange={(value) => change({ grace_days: Number(value) || 0 })}
        />
      </SimpleGrid>
    </Paper>
  )
}

function Actions({ plan, isDirty }: { readonly plan: Plan; readonly isDirty: boolean }) {
  const words = useReminderWords()
  const navigate = useNavigate()
  const { act, isBusy } = useAct(REMINDERS_KEY)
  const path = { id: plan.id }
  const patch = (body: { enabled?: boolean; default?: boolean }, done: string) =>
    act({ run: (api) => api.patchReminderPlan({ path, body }), done })
  const remove = async () => {
    const isDone = await act({
      run: async (api) => {
        await api.deleteReminderPlan({ path })
        return true
      },
      done: plan.built_in ? words.planReset : words.planDeleted,
    })
    if (isDone) await navigate({ to: '/reminders/plans' })
  }
  return (
    <>
      {!plan.default && (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => patch({ default: true }, words.madeDefault)}
        >
          {words.makeDefault}
        </Button>
      )}
      {(plan.built_in || !plan.default) && plan.version > 0 && (
        <ConfirmButton
          loading={isBusy}
          title={plan.built_in ? words.resetTitle : words.deleteTitle(plan.name)}
          text={plan.built_in ? words.resetText : words.deleteText}
          verb={plan.built_in ? words.reset : words.delete}
          onConfirm={remove}
        >
          {plan.built_in ? words.reset : words.delete}
        </ConfirmButton>
      )}
      {plan.enabled ? (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => patch({ enabled: false }, words.switchedOff)}
        >
          {words.switchOff}
        </Button>
      ) : (
        <SwitchOn plan={plan} isDisabled={isDirty} />
      )}
    </>
  )
}
