/** The position of the phone in degrees, with its accuracy in metres. */
export interface Position {
  lat: number
  lng: number
  accuracy: number
}

let last: { position: Position; at: number } | null = null

/** Maximum age in ms at which a position is still used. */
const fresh_ms = 120_000

/** Starts tracking the position while a stop is being ended (SHELL-081); returns a function that stops it. */
export function watchPosition(): () => void {
  if (!('geolocation' in navigator)) return () => undefined
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      last = {
        position: { lat: coords.latitude, lng: coords.longitude, accuracy: coords.accuracy },
        at: Date.now(),
      }
    },
    () => undefined,
    { enableHighAccuracy: true, maximumAge: 300_000, timeout: 10_000 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}

/** Returns the current position, or `null` when none is available. Recording an action never waits for a position. */
export function positionNow(): Position | null {
  // Also older when the clock was set back since.
  return last && Math.abs(Date.now() - last.at) < fresh_ms ? last.position : null
}
