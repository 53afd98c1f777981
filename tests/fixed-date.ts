import { expect } from 'vitest'

/** Tests start on Wednesday, 11 March 2026, at 10:00 in South Africa, so that no weekend, holiday or midnight is near. */
const start = Date.UTC(2026, 2, 11, 8)

/** These tests compare the clock with files or other processes, which use the clock of the machine. */
const on_machine_time =
  /\/(backup|first-start|invariants|maintenance|processes|rotate-secret|verify-audit|upgrade|timing)\.test\.ts$/

/** Stored per process, so that the clock continues from one test file to the next. */
const known = globalThis as { RealDate?: DateConstructor; offset_ms?: number }
const RealDate = (known.RealDate ??= Date)
const offset = (known.offset_ms ??= start - RealDate.now())

class FixedDate extends RealDate {
  constructor(...values: [] | [number | string | Date]) {
    super(...((values.length === 0 ? [FixedDate.now()] : values) as [number]))
  }

  static override now(): number {
    return RealDate.now() + offset
  }

  /** Dates are recognised whichever test file of this process created them. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

globalThis.Date = on_machine_time.test(expect.getState().testPath ?? '')
  ? RealDate
  : (FixedDate as DateConstructor)
