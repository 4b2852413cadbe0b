import { AppError } from '../errors.ts'

export const deliveryNoteNotFound = (): AppError =>
  new AppError('not_found', 'delivery_note_not_found', 'There is no delivery note with this id.')

export const notDeliverable = (detail: string): AppError =>
  new AppError('conflict', 'not_deliverable', detail)

export const deliveryExceeds = (detail: string): AppError =>
  new AppError('conflict', 'delivery_exceeds', detail, { allowed: ['allow_more'] })

export const nothingToDeliver = (): AppError =>
  new AppError(
    'conflict',
    'delivery_exceeds',
    'Delivery notes cover the whole document. Nothing is left to deliver.',
    { allowed: ['items'] },
  )

export const tooManyDeliveryNotes = (limit: number): AppError =>
  new AppError(
    'conflict',
    'too_many_delivery_notes',
    `A quote or an invoice can have ${limit} delivery notes. Put more items on each note.`,
  )

export const deliveryNoteVoid = (): AppError =>
  new AppError(
    'conflict',
    'invalid_transition',
    'The delivery note is void already. Create another one.',
    { from: 'void', to: 'void', allowed: [] },
  )
