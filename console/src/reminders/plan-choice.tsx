import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Choice } from '../components/choices.ts'
import { plansQuery } from './queries.ts'
import { useReminderWords } from './words.ts'

interface Props extends Omit<NativeSelectProps, 'data'> {
  /** Shown before the default plan. */
  readonly first?: Choice
}

/** The choice of a reminder plan: the default one, none, or one of the list. */
export function PlanChoice({ first, ...input }: Props) {
  const words = useReminderWords()
  const { data } = useQuery(plansQuery)
  const plans = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const choices = [
    { value: 'default', label: words.defaultPlan },
    { value: 'none', label: words.noPlan },
    ...plans,
  ]
  return <NativeSelect {...input} data={first ? [first, ...choices] : choices} />
}
