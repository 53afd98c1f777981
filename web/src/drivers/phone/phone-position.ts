/** Where the phone is, in degrees and metres. */
export interface Position {
  lat: number
  lng: number
  accuracy: number
}

let last: { position: Position; at: number } | null = null

/** A position younger than this counts as here, milliseconds. */
const fresh_ms = 120_000

/** Starts finding the phone while a stop is being ended (SHELL-081); answers how to stop. */
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

/** The position known now, or `null`: recording never waits for it. */
export function positionNow(): Position | null {
  return last && Date.now() - last.at < fresh_ms ? last.position : null
}
