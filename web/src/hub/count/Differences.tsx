import { useQuery } from '@tanstack/react-query'
import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import type { FloorDifference, FloorDifferenceKind } from '@waybill/domain/hub/floor/floor-count'
import { endpointQuery } from '../../kit/api/index.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { ShipmentStatusBadge } from '../../shipments/index.ts'
import styles from './differences.module.css'

/** As many as a call returns; the notice says when there are more. */
const max_differences = 500

const labels: Readonly<Record<FloorDifferenceKind, readonly [StatusFamily, string]>> = {
  'not-counted': ['red', 'Not counted'],
  elsewhere: ['yellow', 'Belongs elsewhere'],
  'not-expected': ['yellow', 'Not expected'],
  unknown: ['red', 'Unknown barcode'],
}

/** The differences of a closed floor count. */
export function Differences({ id }: { id: number }) {
  const query = useQuery(endpointQuery(floorApi.differences, { id, limit: max_differences }))
  const found = query.data
  return (
    <Card title="Differences of the last count" note={found ? formatCount(found.count) : undefined}>
      {query.error && (
        <RegionError thrown={query.error} what="The differences" onRetry={() => void query.refetch()} />
      )}
      {!found && !query.error && <Loading onRetry={() => void query.refetch()} />}
      {found && found.count > found.differences.length && (
        <PartialListNotice shown={found.differences.length} total={found.count} what="differences" />
      )}
      {found?.count === 0 && <EmptyState title="Everything agrees with the scans." />}
      <ul className={styles.list}>
        {found?.differences.map((one) => (
          <li key={`${one.kind} ${one.reference}`} className={styles.row}>
            {one.shipment_id === null ? (
              <span className="mono">{one.reference}</span>
            ) : (
              <AppLink to={`/shipments/${one.shipment_id}`} className="mono">
                {one.reference}
              </AppLink>
            )}
            <StatusBadge
              family={one.is_found ? 'green' : labels[one.kind][0]}
              label={one.is_found ? 'Counted later' : labels[one.kind][1]}
              size="compact"
            />
            <small className={styles.line}>
              {one.status && <ShipmentStatusBadge status={one.status} />} {lastSeen(one, new Date())}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function lastSeen({ last_branch_name, last_scan, bay }: FloorDifference, now: Date): string {
  return [last_branch_name, bay && `bay ${bay}`, last_scan && `last scan ${shortWhen(last_scan, now)}`]
    .filter(Boolean)
    .join(' · ')
}
