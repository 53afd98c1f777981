import type { ActionResult } from '@waybill/domain/drivers/model'
import { newKey } from '../../kit/api/new-key.ts'
import type { OfflineQueue } from '../../kit/queue/offline-queue.ts'
import { replacedBy, type ActionContent } from './action-content.ts'
import { bindEvidence, endHeldActions, noteLastAction, unbindEvidence } from './evidence-chain.ts'
import { phoneFacts } from './phone-facts.ts'

/** An action as recorded by a page, without the time, position and clock offset, which are added when it is stored. */
export type Recorded = Omit<ActionContent, 'action'> & {
  action: Pick<
    ActionContent['action'],
    | 'type'
    | 'shipment_id'
    | 'collection_request_id'
    | 'stop_id'
    | 'parcel_references'
    | 'scanned_references'
    | 'manifest_reference'
    | 'payload'
  >
}

/**
 * Stores actions of the driver `username` on the phone, each with the present time, position, battery and hashes, and
 * returns their ids: all of them, or none when the phone has no room. They are sent after `hold_ms` ms; earlier actions that are still held are sent now. Rejected attempts that they replace are removed.
 */
export async function storeActions(
  queue: OfflineQueue<ActionContent, ActionResult>,
  contents: readonly Recorded[],
  { username, hold_ms }: { username: string; hold_ms: number },
): Promise<string[]> {
  // Recording another action ends the undo period of the previous ones.
  await queue.release()
  endHeldActions(username)
  const { occurred_at: _at, ...facts } = phoneFacts()
  const stored: { id: string; content: ActionContent }[] = []
  const takeBack = async (): Promise<void> => {
    for (const { id, content } of stored.toReversed())
      if (await queue.takeBack(id)) unbindEvidence(username, content.action)
  }
  for (const { action, ...rest } of contents) {
    for (const { id } of replacedBy(action, queue.state.read().refused)) await queue.forget(id)
    const id = newKey()
    const content = await bindEvidence(username, id, {
      ...rest,
      action: {
        ...action,
        ...facts,
        occurred_at: new Date(),
      },
    })
    try {
      await queue.add(content, id, hold_ms)
    } catch (thrown) {
      await takeBack()
      throw thrown
    }
    stored.push({ id, content })
    noteLastAction(username, content.action, hold_ms)
  }
  return stored.map(({ id }) => id)
}
