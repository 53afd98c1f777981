import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { count, instant, maybe, num, text } from '../../kit/calls/wire.ts'
import {
  FloorCount,
  FloorDifference,
  FloorScanAnswer,
  floor_differences,
  floor_scans_max,
} from './floor-count.ts'

/** Counting uses the right to scan parcels. */
const permission = 'API_/tracking/shipment-events:POST'

/** Endpoints of floor counts (docs/domain/hub.md#floor-counts). */
export const floorApi = {
  start: endpoint('POST /hub/floor-counts', {
    workload: 'field',
    input: z.object({ branch_id: count }),
    output: FloorCount,
    permission,
    summary: 'Starts a floor count of a branch, or returns the one that is open there.',
    published: false,
  }),
  list: endpoint('GET /hub/floor-counts', {
    workload: 'field',
    input: z.object({ branch_id: count, id: maybe(count), limit: maybe(count), offset: maybe(count) }),
    output: z.object({ floor_counts: z.array(FloorCount), count: z.int() }),
    permission,
    summary: 'Lists floor counts of a branch, newest first.',
    published: false,
  }),
  scan: endpoint('POST /hub/floor-counts/scans', {
    workload: 'field',
    input: z.object({
      floor_count_id: count,
      scans: z
        .array(
          z.object({
            /** Made by the device; a repeat is counted once. */
            scan_id: z.uuid(),
            parcel_reference: text(300),
            bay: maybe(text(60)),
            /** By the clock of the device; defaults to now. */
            scanned_at: maybe(instant),
            /** How many seconds the clock of the device was ahead of the server clock at the last contact. */
            clock_offset_seconds: maybe(num),
          }),
        )
        .max(floor_scans_max, `at most ${floor_scans_max} scans per call`),
    }),
    output: z.object({ results: z.array(FloorScanAnswer) }),
    permission,
    summary: 'Stores scans of a floor count, also those made offline. Returns one result per scan.',
    published: false,
  }),
  close: endpoint('POST /hub/floor-counts/close', {
    workload: 'field',
    input: z.object({ id: count }),
    output: FloorCount,
    permission,
    summary: 'Closes a floor count and stores its differences. Closing it again changes nothing.',
    published: false,
  }),
  differences: endpoint('GET /hub/floor-counts/differences', {
    workload: 'field',
    input: z.object({
      id: count,
      kind: maybe(z.enum(floor_differences)),
      limit: maybe(count),
      offset: maybe(count),
    }),
    output: z.object({
      differences: z.array(FloorDifference),
      count: z.int(),
      /** Number of differences of each kind. */
      kinds: z.record(z.enum(floor_differences), z.int()),
    }),
    permission,
    summary: 'Lists the differences of a closed floor count.',
    published: false,
  }),
}
