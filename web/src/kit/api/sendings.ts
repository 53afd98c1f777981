/** A change that has been sent and has no response yet. */
export interface Sending {
  place: number
  /** Whether the dialog it was sent from has been closed in the meantime. */
  isLeft: boolean
}

const pending_sendings = new Set<Sending>()
let last_place = 0

/** Registers a change that is being sent. */
export function beginSending(): Sending {
  last_place += 1
  const sending = { place: last_place, isLeft: false }
  pending_sendings.add(sending)
  return sending
}

/** Removes a change that has been answered or has failed. */
export function endSending(sending: Sending | undefined): void {
  if (sending) pending_sendings.delete(sending)
}

/**
 * Starts to track the changes sent from a dialog. Call the returned function when the dialog closes: it marks the
 * changes that have no response yet as left.
 */
export function watchSendings(): () => void {
  const before = last_place
  return () => {
    for (const sending of pending_sendings) if (sending.place > before) sending.isLeft = true
  }
}
