import type { Trx } from '../platform/database.ts'
import type { LoggedEvent } from './event.ts'

/** Hands an event to the webhooks that want it. */
export async function fanOut(_trx: Trx, _event: LoggedEvent): Promise<void> {}
