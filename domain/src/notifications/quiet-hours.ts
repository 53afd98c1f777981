/**
 * Whether phones are left alone at a time of day; all three are `HH:mm`. The hours may span midnight, and there are
 * none when they begin as they end.
 */
export function isQuietAt(clock: string, from: string, to: string): boolean {
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}
