import { Text } from '@mantine/core'
import { useFormat } from '../words/format.ts'
import type { Balance } from './queries.ts'

interface Props {
  readonly of: Balance | undefined
  readonly name: 'open' | 'overdue' | 'balance'
  /** Before each amount, where no head names it. */
  readonly label?: string
}

/** The non-zero amount of each currency, one below the other. */
export function Amounts({ of, name, label }: Props) {
  const format = useFormat()
  const shown = of?.currencies.filter((it) => /[1-9]/.test(it[name])) ?? []
  return shown.map((it) => (
    <Text
      key={it.currency}
      size={label === undefined ? 'sm' : 'xs'}
      {...(name === 'overdue' && { c: 'red' })}
    >
      {label !== undefined && `${label} `}
      {format.money(it[name], it.currency)}
    </Text>
  ))
}
