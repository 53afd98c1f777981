/** A change that has been sent and not been answered. */
export interface Sending {
  place: number
  /** Whether the dialog it was sent from has been closed meanwhile. */
  isLeft: boolean
}

const pending_sendings = new Set<Sending>()
let last_place = 0

/** Notes that a change is being sent. */
export function beginSending(): Sending {
  last_place += 1
  const sending = { place: last_place, isLeft: false }
  pending_sendings.add(sending)
  return sending
}

/** Notes that it has been answered, or has failed. */
export function endSending(sending: Sending | undefined): void {
  if (sending) pending_sendings.delete(sending)
}

/** Begins to watch what is sent; the answer is called when the dialog closes and marks what has not been answered. */
export function watchSendings(): () => void {
  const before = last_place
  return () => {
    for (const sending of pending_sendings) if (sending.place > before) sending.isLeft = true
  }
}
