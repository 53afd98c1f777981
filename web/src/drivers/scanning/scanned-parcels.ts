import { Store } from '../../kit/layers/store.ts'

const key = 'driver_ticks'

type Ticks = Readonly<Record<string, readonly string[]>>

function read(): Ticks {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Ticks
  } catch {
    return {}
  }
}

/** Parcels scanned at each stop, by stop id; stored in local storage, so that they survive closing the page. */
export const scan_ticks = new Store<Ticks>(read())

/** Marks a parcel of a stop as scanned. */
export function tick(stopId: string, reference: string): void {
  const all = scan_ticks.read()
  const own = all[stopId] ?? []
  if (own.includes(reference)) return
  write({ ...all, [stopId]: [...own, reference] })
}

/** Removes the scans of stops that are not on the sheet any more. */
export function pruneTicks(stopIds: readonly string[]): void {
  const all = scan_ticks.read()
  const remaining = Object.fromEntries(Object.entries(all).filter(([stopId]) => stopIds.includes(stopId)))
  if (Object.keys(remaining).length !== Object.keys(all).length) write(remaining)
}

function write(ticks: Ticks): void {
  try {
    localStorage.setItem(key, JSON.stringify(ticks))
  } catch {
    // Without storage the scans last only until the page is closed.
  }
  scan_ticks.write(ticks)
}
