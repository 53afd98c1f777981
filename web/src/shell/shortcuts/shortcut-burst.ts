/** Longest gap between two keys of a scanner, in ms. A later key belongs to the next burst. */
export const burst_ms = 80

/** A burst of at least this many keys may be a scan and is not treated as shortcuts. */
const min_scan_length = 4

/**
 * Collects keys that follow each other at scanner speed, and returns them when the burst has ended. A burst long
 * enough to be a scan is dropped, so that a scan never triggers a shortcut.
 */
export class ShortcutBurst {
  private keys: string[] = []
  private last = 0

  /** Adds a key pressed at `at` (ms). Returns the keys of the previous burst if that has ended. */
  key(key: string, at: number): readonly string[] {
    const ended = at - this.last > burst_ms ? this.end() : []
    this.keys.push(key)
    this.last = at
    return ended
  }

  /** Ends the burst after a pause and returns its keys; empty when they may be a scan. */
  end(): readonly string[] {
    const { keys } = this
    this.keys = []
    return keys.length < min_scan_length ? keys : []
  }
}
