import { Text } from '@mantine/core'
import { useFormat } from '../format.ts'
import type { Balance } from './queries.ts'

interface Props {
  readonly of: Balance | undefined
  readonly name: 'open' | 'overdue' | 'balance'
}

/** The non-zero amount of each currency, one below the other. */
export function Amounts({ of, name }: Props) {
  const format = useFormat()
  const shown = of?.currencies.filter((it) => /[1-9]/.test(it[name])) ?? []
  return shown.map((it) => (
    <Text key={it.currency} size="sm" {...(name === 'overdue' && { c: 'red' })}>
      {format.money(it[name], it.currency)}
    </Text>
  ))
}
