import { placeLine } from './place-line.ts'
import { usePoint } from './use-point.ts'

/** Tells the sender where to drop the parcel off, with the address and hours of the point. */
export function DropOffLine({ id, network }: { id: string; network: string }) {
  const point = usePoint(id, network)
  const where = point ? [point.name, placeLine(point)].filter(Boolean).join(', ') : `pickup point ${id}`
  const hours = point?.trading_hours ? ` Open ${point.trading_hours}.` : ''
  return <p>{`Drop the parcel off at ${where}.${hours}`}</p>
}
