import type { ActionResult } from '@waybill/domain/drivers/model'
import { newKey } from '../../kit/api/new-key.ts'
import { Store, useStore } from '../../kit/layers/store.ts'
import type { QueueState } from '../../kit/queue/offline-queue.ts'
import { useOfflineQueue } from '../../kit/queue/use-offline-queue.ts'
import { useMe } from '../../kit/session/me.ts'
import { noteSideAction } from '../phone/evidence-chain.ts'
import { newSideAction, sendSideAction, type SideAction } from '../phone/side-actions.ts'

/** What became of the driver's alarm. `confirmed` only when the server has confirmed it. */
export type AlarmState =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'waiting' }
  | { kind: 'confirmed'; at: Date }
  | { kind: 'failed'; message: string }

/** The message of an alarm that this phone can neither store nor send; the page displays its own text for it. */
export const not_stored = 'not-stored'

/** What is known of alarms beside the queue: when the last one was confirmed, and one that could not be stored. */
const outcome = new Store<{ confirmed_at: Date | null; failure: string | null }>({
  confirmed_at: null,
  failure: null,
})

/** Returns the state to display, from the queue of alarms and the last confirmation. */
export function alarmState(
  { waiting, refused }: QueueState<unknown>,
  { confirmed_at, failure }: { confirmed_at: Date | null; failure: string | null },
): AlarmState {
  const last = waiting.at(-1)
  if (last) return last.tries === 0 ? { kind: 'sending' } : { kind: 'waiting' }
  const rejected = refused.at(-1)?.refusal ?? failure
  if (rejected !== null) return { kind: 'failed', message: rejected }
  return confirmed_at === null ? { kind: 'none' } : { kind: 'confirmed', at: confirmed_at }
}

/**
 * The driver's alarm. It has its own queue, so that no action that waits, is held for undo or uploads photos comes
 * before it. It survives a reload and is sent again until the server has confirmed it
 * (docs/domain/routing-and-drivers.md#a-drivers-day).
 */
export function useAlarm(): { state: AlarmState; raise: () => Promise<void>; close: () => void } {
  const { username } = useMe()
  const confirm = (): void => outcome.write({ confirmed_at: new Date(), failure: null })
  const { queue, state } = useOfflineQueue<SideAction, ActionResult>(`driver-alarms:${username}`, {
    send: ({ id, content }) => sendSideAction(id, content),
    sent: confirm,
  })
  const close = (): void => {
    outcome.write({ confirmed_at: null, failure: null })
    for (const { id } of state.refused) void queue.forget(id)
  }
  return {
    state: alarmState(state, useStore(outcome)),
    raise: async () => {
      // While an alarm waits, another press sends it at once instead of adding one.
      if (state.waiting.length > 0) return queue.drain()
      close()
      const id = newKey()
      const action = await newSideAction(username, id, { type: 'panic' })
      try {
        await queue.add(action, id)
      } catch {
        // Without storage on the phone it is sent once.
        try {
          await sendSideAction(id, action)
          confirm()
        } catch {
          outcome.write({ confirmed_at: null, failure: not_stored })
          return
        }
      }
      noteSideAction(username, action)
    },
    close,
  }
}
