const key = 'driver_called'

function read(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** Records in session storage that the driver pressed 'Call' at a stop. */
export function called(stopId: string): void {
  if (!hasCalledStop(stopId)) sessionStorage.setItem(key, JSON.stringify([...read(), stopId]))
}

/** Whether the driver has pressed 'Call' at a stop in this browser session. */
export function hasCalledStop(stopId: string): boolean {
  return read().includes(stopId)
}
