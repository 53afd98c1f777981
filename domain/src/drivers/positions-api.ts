import { z } from 'zod'
import { endpoint } from '../kit/calls/endpoint.ts'
import { count, instant, maybe, num } from '../kit/calls/wire.ts'
import { DriverToday, ignored_reasons } from './positions.ts'

/** Maximum number of positions per request. */
export const positions_max = 200

/** A position of a driver's phone. Where it cannot be used, it is ignored and the others are stored. */
export const ReportedPosition = z.object({
  /** By the clock of the phone. A position with the same time is the same position. */
  at: instant,
  lat: num,
  lng: num,
  /** In metres. */
  accuracy: maybe(num),
  /** In percent. */
  battery: maybe(num),
  /** How many seconds the phone clock was ahead of the server clock at the last contact. */
  clock_offset_seconds: maybe(num),
})
export type ReportedPosition = z.output<typeof ReportedPosition>

/** Endpoints for the positions of drivers on duty (docs/domain/routing-and-drivers.md#positions). */
export const positionsApi = {
  report: endpoint('POST /drivers/positions', {
    workload: 'field',
    input: z.object({
      positions: z.array(ReportedPosition).max(positions_max, `at most ${positions_max} positions per call`),
    }),
    output: z.object({
      stored: z.int(),
      /** Positions that were stored before. */
      repeated: z.int(),
      ignored: z.array(z.object({ at: instant, reason: z.enum(ignored_reasons) })),
    }),
    summary: 'Stores positions of the calling driver. Positions off duty and on a break are not stored.',
    published: false,
  }),
  list: endpoint('GET /drivers/positions', {
    input: z.object({ branch_id: maybe(count) }),
    output: z.object({ drivers: z.array(DriverToday) }),
    permission: 'API_/trip-sheet/assign:POST',
    summary: 'Lists the drivers on duty with their last position, battery, break and route start.',
    published: false,
  }),
}
