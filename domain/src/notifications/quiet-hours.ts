/**
 * Whether messages to phones are held back at the time `clock`; all three parameters are `HH:mm`. Quiet hours may
 * span midnight. There are none when `from` equals `to`.
 */
export function isQuietAt(clock: string, from: string, to: string): boolean {
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}
