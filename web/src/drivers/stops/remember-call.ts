const key = 'driver_called'

function read(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Notes that the driver pressed 'Call' at a stop. */
export function called(stopId: string): void {
  if (!hasCalledStop(stopId)) sessionStorage.setItem(key, JSON.stringify([...read(), stopId]))
}

/** Whether the driver pressed 'Call' at a stop since the page was opened. */
export function hasCalledStop(stopId: string): boolean {
  return read().includes(stopId)
}
