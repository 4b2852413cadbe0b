import { AppError } from '../../../../kernel/errors.ts'

export const viewNotFound = (): AppError =>
  new AppError('not_found', 'view_not_found', 'You have no saved view with this id.')

export const tooManyViews = (max: number): AppError =>
  new AppError(
    'conflict',
    'too_many_views',
    `You have ${max} saved views, which is the limit. Delete one first.`,
    { allowed: ['delete'], params: { max } },
  )
