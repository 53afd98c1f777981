import { driversApi, type DriverAction } from '@waybill/domain/drivers/api'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { call } from '../../kit/api/index.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { conflictOf } from './action-content.ts'
import { bindSideAction } from './evidence-chain.ts'
import { phoneFacts } from './phone-facts.ts'

/**
 * An alarm or an arrival: it has a queue of its own beside the actions of the driver, because it cannot be undone and
 * does not wait for pictures. It is bound to the same chain of hashes.
 */
export type SideAction = Omit<DriverAction, 'action_id'>

const timeout_ms = 8_000

/** Returns an alarm or arrival with the present time, position, battery and hashes. */
export function newSideAction(
  username: string,
  id: string,
  facts: Pick<SideAction, 'type' | 'shipment_id' | 'collection_request_id' | 'stop_id'>,
): Promise<SideAction> {
  return bindSideAction(username, id, { ...facts, ...phoneFacts() })
}

/** Sends an alarm or arrival under its `id`, which makes a repeat harmless. Throws an `ApiError`, 409 for a conflict. */
export async function sendSideAction(id: string, action: SideAction): Promise<ActionResult> {
  const sent = call(
    driversApi.actions,
    { actions: [{ ...action, action_id: id }] },
    { idempotency_key: id, timeout_ms },
  )
  const [result] = (await sent).results
  const conflict = conflictOf(result)
  if (conflict !== null || !result) throw new ApiError(409, conflict ?? '')
  return result
}
