import { AppError, type Params } from '../../../kernel/errors.ts'

export const deliveryNoteNotFound = (): AppError =>
  new AppError('not_found', 'delivery_note_not_found', 'There is no delivery note with this id.')

export const notDeliverable = (reason: string, detail: string): AppError =>
  new AppError('conflict', 'not_deliverable', detail, { params: { reason } })

export const deliveryExceeds = (detail: string, params: Params): AppError =>
  new AppError('conflict', 'delivery_exceeds', detail, { allowed: ['allow_more'], params })

export const nothingToDeliver = (): AppError =>
  new AppError(
    'conflict',
    'delivery_exceeds',
    'Delivery notes cover the whole document. Nothing is left to deliver.',
    { allowed: ['items'], params: { reason: 'nothing_left' } },
  )

export const tooManyDeliveryNotes = (limit: number): AppError =>
  new AppError(
    'conflict',
    'too_many_delivery_notes',
    `A quote or an invoice can have ${limit} delivery notes. Put more items on each note.`,
    { params: { max: limit } },
  )

export const deliveryNoteVoid = (): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    'The delivery note is void already. Create another one.',
    { from: 'void', to: 'void', allowed: [], params: { reason: 'void' } },
  )
