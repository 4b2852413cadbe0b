import { Badge } from '@mantine/core'
import { useWords } from '../words/language.ts'

const COLORS: Readonly<Record<string, string>> = {
  pending: 'blue',
  delivered: 'teal',
  failed: 'red',
}

export function DeliveryState({ status }: { readonly status: string }) {
  const { states } = useWords().deliveries
  return (
    <Badge variant="light" color={COLORS[status] ?? 'gray'}>
      {states[status as keyof typeof states]}
    </Badge>
  )
}
