import { expect } from 'vitest'

/** Tests run on Wednesday, 11 March 2026, from 10:00 in South Africa on: no weekend, holiday or midnight comes near. */
const start = Date.UTC(2026, 2, 11, 8)

/** They compare the clock with what files or other processes say, which have the clock of the machine. */
const on_machine_time =
  /\/(backup|first-start|invariants|maintenance|processes|rotate-secret|verify-audit|upgrade|timing)\.test\.ts$/

/** Of the process: the clock runs on from one file to the next. */
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

  /** A date is a date, whichever file of this process made it. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

globalThis.Date = on_machine_time.test(expect.getState().testPath ?? '')
  ? RealDate
  : (FixedDate as DateConstructor)
