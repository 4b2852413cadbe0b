import { Text } from '@mantine/core'
import { State } from '../components/state.tsx'
import { useFormat } from '../words/format.ts'
import type { Balance } from './queries.ts'

interface Props {
  readonly of: Balance | undefined
  readonly name: 'open' | 'overdue' | 'balance'
  /** Before each amount, where no head names it. */
  readonly label?: string
  /** Without those that are as large as the open amount beside them. */
  readonly isOther?: boolean
}

/** The non-zero amount of each currency, one below the other. */
export function Amounts({ of, name, label, isOther = false }: Props) {
  const format = useFormat()
  const shown =
    of?.currencies.filter((it) => /[1-9]/.test(it[name]) && !(isOther && it[name] === it.open)) ??
    []
  return shown.map((it) => {
    const amount = format.money(it[name], it.currency)
    if (label !== undefined)
      return (
        <Text key={it.currency} size="xs" {...(name === 'overdue' && { c: 'red' })}>
          {`${label} ${amount}`}
        </Text>
      )
    return (
      <Text key={it.currency} component="div">
        {name === 'overdue' ? <State shape="late">{amount}</State> : amount}
      </Text>
    )
  })
}
