import { driversApi } from '@waybill/domain/drivers/api'
import { PushSubscriptionInput } from '@waybill/domain/drivers/push'
import { call } from '../../kit/api/index.ts'
import { Store } from '../../kit/layers/store.ts'

/** Whose messages this browser takes, so that they go on after the next sign-in of the same person. */
const key = 'driver_push_user'

/** Whether this browser shows messages: `blocked` by its settings, `missing` when it cannot. */
export type PushState = 'on' | 'off' | 'blocked' | 'missing'

function stateFor(userId: number): PushState {
  if (!('PushManager' in window) || !('serviceWorker' in navigator) || !('Notification' in window))
    return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === String(userId) ? 'on' : 'off'
}

/** What the driver's page shows; `null` until it has looked. */
export const push_state = new Store<PushState | null>(null)

/** Looks how this browser stands; one that was on tells the server so again, because sessions end. */
export async function renewPush(userId: number): Promise<void> {
  const state = stateFor(userId)
  push_state.write(state)
  if (state === 'on') await subscribe()
}

/** Asks the person and the browser, and tells the server. Rejects when the browser cannot subscribe now. */
export async function switchPushOn(userId: number): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer === 'granted') {
    await subscribe()
    localStorage.setItem(key, String(userId))
  }
  push_state.write(stateFor(userId))
}

/** Forgets the subscription here and at the server. */
export async function switchPushOff(userId: number): Promise<void> {
  localStorage.removeItem(key)
  push_state.write(stateFor(userId))
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await call(driversApi.unsubscribePush, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

async function subscribe(): Promise<void> {
  const [{ public_key }, { pushManager }] = await Promise.all([
    call(driversApi.pushKey, {}),
    navigator.serviceWorker.ready,
  ])
  const options = { userVisibleOnly: true, applicationServerKey: public_key }
  const subscription = await pushManager.subscribe(options).catch(async (thrown: unknown) => {
    // One that was made with another company's key is in the way.
    const old = await pushManager.getSubscription()
    if (!old) throw thrown
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  await call(driversApi.subscribePush, PushSubscriptionInput.parse(subscription.toJSON()))
}
