import type { Shape } from '../components/state.tsx'

type Shapes = Readonly<Record<string, Shape>>

export const METHOD_SHAPES: Shapes = {
  pending: 'due',
  active: 'done',
  suspended: 'late',
  canceled: 'void',
  expired: 'void',
  used_up: 'void',
}

export const RUN_SHAPES: Shapes = {
  draft: 'dashed',
  approved: 'due',
  submitted: 'open',
  settled: 'done',
  refused: 'late',
  canceled: 'void',
}

/** Of an attempt to collect. */
export const OUTCOME_SHAPES: Shapes = {
  submitted: 'open',
  collected: 'done',
  failed: 'late',
  returned: 'late',
}

/** Nothing leads out of these. */
export const hasEnded = (status: string): boolean => METHOD_SHAPES[status] === 'void'
