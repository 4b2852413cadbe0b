import { AppError, type Fault } from '../../kernel/errors.ts'

export const eventNotFound = (): AppError =>
  new AppError('not_found', 'event_not_found', 'There is no event with this id.')

export const unknownEvent = (): AppError =>
  new AppError('invalid', 'unknown_event', 'There is no event with the id in `after`.', {
    faults: [
      {
        pointer: '?after',
        code: 'unknown_event',
        message: 'Unknown event: use the id of an event of this log.',
      },
    ],
  })

export const unknownEventType = (pointer: string, type: string): Fault => ({
  pointer,
  code: 'unknown_event_type',
  message: `\`${type}\` is not an event type. Use a type, all types of a resource (invoice.*), or *.`,
})
