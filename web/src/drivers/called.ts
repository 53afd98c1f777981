const key = 'driver_called'

function read(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Notes that the driver pressed 'Call' at a stop. */
export function called(stop_id: string): void {
  if (!hasCalledStop(stop_id)) sessionStorage.setItem(key, JSON.stringify([...read(), stop_id]))
}

/** Whether the driver pressed 'Call' at a stop since the page was opened. */
export function hasCalledStop(stop_id: string): boolean {
  return read().includes(stop_id)
}
