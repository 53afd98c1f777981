import { driversApi } from '@waybill/domain/drivers/api'
import { PushSubscriptionInput, type PushTopic } from '@waybill/domain/drivers/push'
import { call } from '../../kit/api/index.ts'
import { Store } from '../../kit/layers/store.ts'

/**
 * Storage key for the id of the user who switched messages on in this browser, so that they continue when the same
 * user signs in again.
 */
const key = 'driver_push_user'

/** Topics that staff choose; drivers always get their stops. */
type Topics = readonly Exclude<PushTopic, 'stops'>[]

/** The push state of this browser: `blocked` by its settings, `missing` when push is not supported. */
export type PushState = 'on' | 'off' | 'blocked' | 'missing'

function stateFor(userId: number): PushState {
  if (!('PushManager' in window) || !('serviceWorker' in navigator) || !('Notification' in window))
    return 'missing'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(key) === String(userId) ? 'on' : 'off'
}

/** The push state that the driver's page displays; `null` until it has been determined. */
export const push_state = new Store<PushState | null>(null)

/** Determines the push state of this browser. If it is on, subscribes again at the server, because sessions end. */
export async function renewPush(userId: number, topics: Topics = []): Promise<void> {
  const state = stateFor(userId)
  push_state.write(state)
  if (state === 'on') await subscribe(topics)
}

/** Requests notification permission and subscribes at the server. Rejects when the browser cannot subscribe now. */
export async function switchPushOn(userId: number, topics: Topics = []): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer === 'granted') {
    await subscribe(topics)
    localStorage.setItem(key, String(userId))
  }
  push_state.write(stateFor(userId))
}

/** Removes the subscription from this browser and the server. */
export async function switchPushOff(userId: number): Promise<void> {
  localStorage.removeItem(key)
  push_state.write(stateFor(userId))
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await call(driversApi.unsubscribePush, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

async function subscribe(topics: Topics): Promise<void> {
  const [{ public_key }, { pushManager }] = await Promise.all([
    call(driversApi.pushKey, {}),
    navigator.serviceWorker.ready,
  ])
  const options = { userVisibleOnly: true, applicationServerKey: public_key }
  const subscription = await pushManager.subscribe(options).catch(async (thrown: unknown) => {
    // A subscription with another company's key prevents a new one.
    const old = await pushManager.getSubscription()
    if (!old) throw thrown
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint, keys } = PushSubscriptionInput.parse(subscription.toJSON())
  await call(driversApi.subscribePush, { endpoint, keys, topics: [...topics] })
}
