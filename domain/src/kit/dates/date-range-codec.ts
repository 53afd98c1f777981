import { z } from 'zod'
import { dateProblem, instant, maybe, parseInstant } from '../calls/wire.ts'
import { day_ms } from './durations.ts'

/** The inclusive end of a range; a bare day means its last millisecond (docs/domain/public-api.md#queries). */
export const range_end = z.codec(z.string(), z.date(), {
  decode: (value, issue) => {
    const moment = parseInstant(value)
    if (moment)
      return /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(value) ? new Date(moment.getTime() + day_ms - 1) : moment
    issue.issues.push({ code: 'custom', input: value, message: dateProblem(value) })
    return z.NEVER
  },
  encode: (moment) => moment.toISOString(),
})

/** Query fields that limit a list to a range of moments, both ends included; a bare start day means its first moment. */
export const date_range = { start_date: maybe(instant), end_date: maybe(range_end) }
