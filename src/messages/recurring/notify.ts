import type { ReadWork } from '../../core/record/work.ts'
import type { Message } from '../mail/message.ts'
import * as repository from './inner/repository.ts'

/** Right before a notice is sent: why it must not be sent anymore, or null. */
export async function reasonNotToNotify(work: ReadWork, { subject }: Pick<Message, 'subject'>) {
  const known = subject && (await repository.findRecurring(work, subject.id))
  if (!known) return 'deleted'
  return known.status === 'active' ? null : 'recurring_stopped'
}
