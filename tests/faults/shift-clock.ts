/**
 * Loaded before the product (`--import`). Shifts `Date` while the product runs, by the milliseconds in the file that
 * `CLOCK_SHIFT_FILE` names. The monotonic clock is not shifted, as on a real machine.
 */
import fs from 'node:fs'

const RealDate = Date
const file = process.env.CLOCK_SHIFT_FILE ?? ''
const read = (): number => Number(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : 0)
let shift_ms = read()
setInterval(() => (shift_ms = read()), 50).unref()

globalThis.Date = class extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + shift_ms)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + shift_ms
  }
} as DateConstructor
