/** The same code within this time is one scan, milliseconds (docs/domain/interface.md#repeats-and-order). */
export const repeat_window_ms = 2000

/** Tells a second scan of the same label from a repeat of the first. Each repeat renews the window. */
export class RepeatWindow {
  private code = ''
  private at = Number.NEGATIVE_INFINITY
  private readonly window_ms: number

  constructor(windowMs: number = repeat_window_ms) {
    this.window_ms = windowMs
  }

  /** Whether `code` at `now` (milliseconds) repeats the one before. */
  isRepeat(code: string, now: number): boolean {
    const repeats = code === this.code && now - this.at < this.window_ms
    this.code = code
    this.at = now
    return repeats
  }

  /** The last label may be scanned again at once. */
  forget(): void {
    this.code = ''
  }
}
