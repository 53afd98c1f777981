/** Something that one of the open tabs does for all of them. */
export interface TabLock {
  isOurs(): boolean
  giveUp(): void
}

/**
 * Asks for the turn of a name, which one of the open tabs has until it closes or gives up (SHELL-072); `onOurs` is
 * called once it is this tab's. Without locks, as on an address that is not secure, every tab has its own.
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
