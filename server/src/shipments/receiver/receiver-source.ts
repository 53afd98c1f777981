import { systemActor, type Actor } from '@waybill/domain/kit/actor'

/** Event source and user name for changes that come from a receiver. */
export const receiver_source = 'receiver'

/** Returns the actor for what a receiver does: by a link, a reply or a payment, or on the tracking page. */
export function receiverActor(providerId: number): Actor {
  return { ...systemActor(providerId), username: receiver_source, name: 'Receiver' }
}

/** Whether a receiver acts, who has no account and reads no texts for staff. */
export function isReceiver({ kind, username }: Actor): boolean {
  return kind === 'system' && username === receiver_source
}
