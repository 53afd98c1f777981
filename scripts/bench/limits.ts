import type { Measured, Run } from './measured.ts'

/** A limit of the product beside the figure of this run. */
export interface Limit {
  what: string
  measured: string
  limit: string
  holds: boolean
}

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`

/** Returns the limits for speed, cost and storage that a run can check; those of operations that it left out are missing. */
export function limitsOf({ rows, life }: Run): Limit[] {
  const of = (name: string) => rows.find(({ operation }) => operation.name === name)
  const atLeast = (what: string, measured: number | undefined, least: number, digits = 3): Limit[] =>
    measured === undefined
      ? []
      : [
          {
            what,
            measured: measured.toFixed(digits),
            limit: `at least ${least}`,
            holds: measured >= least,
          },
        ]
  const share = (one: Measured | undefined) =>
    one?.lean ? one.http.per_second / one.lean.per_second : undefined
  const speed = (name: string) => of(name)?.http.per_second
  const booking = of('booking, 1 parcel')?.cost
  return [
    ...atLeast('booking, HTTP ÷ lean', share(of('booking, 1 parcel')), 0.15),
    ...(booking
      ? [
          {
            what: 'booking, processor time of Node.js',
            measured: `${booking.node_cpu_ms.toFixed(1)} ms`,
            limit: 'at most 2 ms',
            holds: booking.node_cpu_ms <= 2,
          },
          {
            what: 'booking, write-ahead log',
            measured: kb(booking.wal_bytes),
            limit: 'at most 20 KB',
            holds: booking.wal_bytes <= 20 * 1024,
          },
        ]
      : []),
    ...atLeast('hub scan, HTTP ÷ lean', share(of('hub scan')), 0.3),
    ...atLeast('list, HTTP ÷ lean', share(of('list, first page, staff')), 0.33),
    ...atLeast('look-up, HTTP ÷ lean', share(of('look-up by reference')), 0.15),
    ...atLeast('`GET /shipments?limit=20`, whole, a second', speed('GET /shipments, 20, staff'), 300, 0),
    ...atLeast(
      '`GET /shipments?limit=20` with `fields=`, a second',
      speed('GET /shipments, 20, 6 fields, staff'),
      600,
      0,
    ),
    ...(life
      ? [
          {
            what: 'storage of one shipment after two days',
            measured: kb(life.lasting_bytes),
            limit: 'at most 18 KB',
            holds: life.lasting_bytes <= 18 * 1024,
          },
        ]
      : []),
  ]
}
