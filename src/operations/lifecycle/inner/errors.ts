import { AppError } from '../../../kernel/errors.ts'

export const archiveUnreadable = (reason: string): AppError =>
  new AppError(
    'malformed',
    'company_archive_unreadable',
    `This file is not an archive of a company that can be imported. ${reason}`,
  )

export const wrongPassphrase = (): AppError =>
  new AppError(
    'malformed',
    'wrong_passphrase',
    'The passphrase does not open this archive. Use the passphrase of the export.',
  )

export const companyExists = (what: string): AppError =>
  new AppError(
    'conflict',
    'company_exists',
    `This installation already has ${what}. Delete that company first, or import elsewhere.`,
  )

export const arrivalExpired = (): AppError =>
  new AppError(
    'conflict',
    'arrival_expired',
    'Another command imports or moves this company here, or this one took longer than a week. If no other command runs, start again.',
  )

export const archiveUntrue = (reason: string): AppError =>
  new AppError(
    'conflict',
    'company_archive_untrue',
    `The archive does not verify, so nothing was imported. ${reason}`,
  )

export const retentionRunning = (until: string): AppError =>
  new AppError(
    'conflict',
    'retention_running',
    `The documents of this company must be kept until ${until}. Export it first. With an archive of its current state you can delete it.`,
    { until, params: { until } },
  )

export const firstCompanyStays = (): AppError =>
  new AppError(
    'conflict',
    'first_company',
    'The first company of an installation cannot be deleted.',
  )

export const notDeleting = (): AppError =>
  new AppError('conflict', 'company_not_deleting', 'This company is not being deleted.')

export const companyNotMovable = (reason: string): AppError =>
  new AppError('conflict', 'company_not_movable', `This company cannot be moved. ${reason}`)

export const moveFinished = (): AppError =>
  new AppError(
    'conflict',
    'move_finished',
    'The company has moved already. Move it back from there instead.',
  )
