/** The same code within this time, in ms, counts as one scan (docs/domain/interface.md#repeats-and-order). */
export const repeat_window_ms = 2000

/** Detects repeated reads of the same label. Each repeat restarts the window. */
export class RepeatWindow {
  private code = ''
  private at = Number.NEGATIVE_INFINITY
  private readonly window_ms: number

  constructor(windowMs: number = repeat_window_ms) {
    this.window_ms = windowMs
  }

  /** Whether `code` at `now` (ms) repeats the previous code. */
  isRepeat(code: string, now: number): boolean {
    const repeats = code === this.code && now - this.at < this.window_ms
    this.code = code
    this.at = now
    return repeats
  }

  /** Allows the last label to be scanned again at once. */
  forget(): void {
    this.code = ''
  }
}
