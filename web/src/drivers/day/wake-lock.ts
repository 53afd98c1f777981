/** Whether this browser can keep the screen on. */
export function mayStayAwake(): boolean {
  return 'wakeLock' in navigator
}

/**
 * Keeps the screen on while the page is visible, so that positions are still sent. Browsers release the lock when the
 * page is hidden, so it is requested again when the driver returns. Returns a function that ends it.
 */
export function stayAwake(): () => void {
  if (!mayStayAwake()) return () => undefined
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const request = async (): Promise<void> => {
    if (isOver || document.visibilityState !== 'visible' || lock?.released === false) return
    const given = await navigator.wakeLock.request('screen')
    if (isOver) await given.release()
    else lock = given
  }
  // A phone that saves battery refuses the lock; the next return to the page asks again.
  const ask = (): void => void request().catch(() => undefined)
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', ask)
    void lock?.release().catch(() => undefined)
  }
}
