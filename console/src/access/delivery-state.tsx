import { type Shape, State } from '../components/state.tsx'
import { useWords } from '../words/language.ts'

const SHAPES: Readonly<Record<string, Shape>> = {
  pending: 'open',
  delivered: 'done',
  failed: 'late',
}

export function DeliveryState({ status }: { readonly status: string }) {
  const { states } = useWords().deliveries
  return <State shape={SHAPES[status] ?? 'open'}>{states[status as keyof typeof states]}</State>
}
