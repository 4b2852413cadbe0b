import type { JobKind } from '../../core/jobs/job.ts'

/** A charge failed, or a person starts a collection again: its customer must be told. */
export const TELL_FAILURE: JobKind<{ readonly collectionId: string }> = {
  name: 'collection.tell',
  parallel: 2,
}
