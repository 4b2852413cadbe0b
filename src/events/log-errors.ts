import { AppError } from '../errors.ts'

export const eventNotFound = (): AppError =>
  new AppError('not_found', 'event_not_found', 'There is no event with this id.')

export const unknownEvent = (): AppError =>
  new AppError('invalid', 'unknown_event', 'There is no event to read on from.', {
    faults: [
      { pointer: '?after', code: 'unknown_event', message: 'Take the id of an event of this log.' },
    ],
  })
