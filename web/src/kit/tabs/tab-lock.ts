/** A lock for a task that one of the open tabs performs for all of them. */
export interface TabLock {
  isOurs(): boolean
  giveUp(): void
}

/**
 * Requests the lock `name`; one of the open tabs holds it until it is closed or gives it up (SHELL-072). `onOurs` is
 * called when this tab gets the lock. Without the Locks API, as on an insecure address, every tab gets its own lock.
 */
export function acquireTabLock(name: string, onOurs: () => void = () => undefined): TabLock {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) {
    onOurs()
    return { isOurs: () => true, giveUp: () => undefined }
  }
  const wish = new AbortController()
  const held: { release?: () => void } = {}
  const hasTurn = () =>
    new Promise<void>((resolve) => {
      held.release = resolve
      onOurs()
    })
  locks.request(name, { signal: wish.signal }, hasTurn).catch(() => undefined)
  return {
    isOurs: () => held.release !== undefined,
    giveUp: () => {
      wish.abort()
      held.release?.()
    },
  }
}
