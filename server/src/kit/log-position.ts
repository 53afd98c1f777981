/**
 * A position in the write-ahead log of PostgreSQL, in bytes. Later is higher; 0 is before everything. Callers send and
 * receive it in the header `data-position`.
 */
export type LogPosition = number

/** Up to which position a caller must be able to read. */
export interface ReadPosition {
  /** What the caller has seen, as sent with its request; `Infinity` when that is unknown and may be anything. */
  seen: LogPosition
  /** Where its newest commit ended; 0 when it has not written. */
  written: LogPosition
}

/** Reads a position as PostgreSQL writes it, `16/B374D848`; `null` for anything else. */
export function logPositionIn(text: string | null | undefined): LogPosition | null {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text ?? '') ?? []
  return high && low ? Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) : null
}
