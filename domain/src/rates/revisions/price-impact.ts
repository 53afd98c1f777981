import type { Cents } from '../../kit/money.ts'
import type { Impact, ImpactShipment } from './revisions.ts'

/** Number of past days to replay: default and maximum. */
export const impact_days = { default: 30, max: 90 } as const
/** Maximum number of shipments to replay, spread evenly over the days. */
export const max_replayed = 500
/** Maximum number of shipments to list. */
const max_listed = 10

/** A shipment priced by both revisions. `from` is `null` when the current revision no longer sells it. */
export interface Replayed extends Omit<ImpactShipment, 'from'> {
  from: Cents | null
}

/**
 * Summarises how a draft would have changed the prices of past shipments. Compares only shipments that the current
 * prices still sell; totals include only those that both revisions sell. `count` is the number of all shipments of
 * the days, of which `rows` are the replayed ones. `biggest` lists shipments that the draft no longer sells first,
 * then the biggest changes up or down.
 */
export function summariseImpact(rows: readonly Replayed[], days: number, count: number): Impact {
  const compared = rows.filter((row): row is ImpactShipment => row.from !== null)
  const sold = compared.filter((row) => row.to !== null)
  const change = (row: ImpactShipment): Cents => (row.to ?? 0) - row.from
  const changed = sold.filter((row) => change(row) !== 0)
  const lost = compared.filter((row) => row.to === null)
  const services = new Map<string, ImpactShipment[]>()
  for (const row of sold)
    services.set(row.service_level_name, [...(services.get(row.service_level_name) ?? []), row])
  const sum = (some: readonly ImpactShipment[], of: (row: ImpactShipment) => Cents): Cents =>
    some.reduce((total, row) => total + of(row), 0)
  return {
    days,
    count,
    looked_at: rows.length,
    replayed: compared.length,
    changed: changed.length,
    dearer: changed.filter((row) => change(row) > 0).length,
    cheaper: changed.filter((row) => change(row) < 0).length,
    not_sold: lost.length,
    from: sum(sold, (row) => row.from),
    to: sum(sold, (row) => row.to ?? 0),
    by_service: [...services]
      .map(([name, some]) => ({
        name,
        replayed: some.length,
        changed: some.filter((row) => change(row) !== 0).length,
        from: sum(some, (row) => row.from),
        to: sum(some, (row) => row.to ?? 0),
      }))
      .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from)),
    biggest: [...lost, ...changed.toSorted((a, b) => Math.abs(change(b)) - Math.abs(change(a)))].slice(
      0,
      max_listed,
    ),
  }
}
