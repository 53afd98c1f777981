import { useQuery } from '@tanstack/react-query'
import { depotApi, type DepotParcel } from '@waybill/domain/drivers/depot-api'
import { endpointQuery } from '../../kit/api/index.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Drawer } from '../../kit/ui/layers/Modal.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { shortWhen } from '../../kit/ui/values/moments.ts'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { ShipmentStatusBadge } from '../../shipments/index.ts'
import styles from './depot-parcels.module.css'
import { column_labels, type OpenNumber } from './depot-texts.ts'

/** As many as a call returns; the notice says when there are more. */
const max_parcels = 500

/** The parcels behind one number of the depot board. */
export function DepotParcels({
  about,
  of: { row, column },
  onClose,
}: {
  about: { branch_id: number | undefined; date: string | undefined }
  of: OpenNumber
  onClose: () => void
}) {
  const query = useQuery(
    endpointQuery(depotApi.parcels, { ...about, key: row?.key, column, limit: max_parcels }),
  )
  const found = query.data
  const label = column ? column_labels[column] : 'All parcels'
  return (
    <Drawer title={`${row?.name ?? 'All'}: ${label.toLowerCase()}`} onClose={onClose}>
      {query.error && (
        <RegionError thrown={query.error} what="The list" onRetry={() => void query.refetch()} />
      )}
      {!found && !query.error && <Loading lines={6} onRetry={() => void query.refetch()} />}
      {found && found.count > found.parcels.length && (
        <PartialListNotice
          shown={found.parcels.length}
          total={found.count}
          what="parcels"
          rest="Open the number of one vehicle to see fewer."
        />
      )}
      {found?.count === 0 && (
        <EmptyState title="No parcel is left here.">The board is updated in a moment.</EmptyState>
      )}
      <ul className={styles.parcels}>
        {found?.parcels.map((parcel) => (
          <li key={`${parcel.row_key} ${parcel.parcel_id}`} className={styles.parcel}>
            <AppLink to={`/shipments/${parcel.shipment_id}`} className="mono">
              {parcel.tracking_reference}
            </AppLink>
            <ShipmentStatusBadge status={parcel.status} />
            <small className={styles.line}>{placeOf(parcel)}</small>
            <small className={styles.line}>{whereabouts(parcel, new Date())}</small>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}

function placeOf({ account_name, delivery_suburb, delivery_branch_name, kg }: DepotParcel): string {
  return [account_name, delivery_suburb, delivery_branch_name, `${formatDecimal(kg)} kg`]
    .filter(Boolean)
    .join(' · ')
}

function whereabouts({ last_branch_name, bay, last_scan, expected_by }: DepotParcel, now: Date): string {
  const seen = last_scan
    ? `Last scan ${[last_branch_name, bay && `bay ${bay}`, shortWhen(last_scan, now)].filter(Boolean).join(', ')}`
    : 'Never scanned'
  return expected_by ? `${seen} · expected ${shortWhen(expected_by, now)}` : seen
}
