/** Milliseconds after which the next key belongs to another burst; the longest gap of a scanner. */
export const burst_ms = 80

/** A burst of this many keys may be a scan, and means no shortcut. */
const min_scan_length = 4

/**
 * Collects the keys that follow each other at the speed of a scanner and gives them out once they have ended, unless
 * they are so many that a scanner may have typed them: a scan never presses a button.
 */
export class ShortcutBurst {
  private keys: string[] = []
  private last = 0

  /** Takes a key at a time in ms; answers the keys of the burst before it, which has ended by now. */
  key(key: string, at: number): readonly string[] {
    const ended = at - this.last > burst_ms ? this.end() : []
    this.keys.push(key)
    this.last = at
    return ended
  }

  /** The keys of the burst that has ended by silence. */
  end(): readonly string[] {
    const { keys } = this
    this.keys = []
    return keys.length < min_scan_length ? keys : []
  }
}
