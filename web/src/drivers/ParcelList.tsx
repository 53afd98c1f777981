import { IconCheck } from '@tabler/icons-react'
import type { StopShipment } from '@waybill/domain/drivers/model'
import { Icon } from '../kit/ui/Icon.tsx'
import { cx } from '../kit/ui/class-names.ts'
import styles from './driver.module.css'

/** The parcels of a stop with a tick for each that has been scanned. */
export function ParcelList({
  shipments,
  ticked,
}: {
  shipments: readonly StopShipment[]
  ticked: ReadonlySet<string>
}) {
  return (
    <ul className={styles.rows}>
      {shipments.flatMap((shipment) =>
        shipment.parcels.map((parcel) => {
          const isTicked = ticked.has(parcel.tracking_reference)
          return (
            <li key={parcel.id} className={styles.parcel}>
              <span className={cx(styles.number, isTicked && styles.doneNumber)}>
                {isTicked && <Icon of={IconCheck} />}
                <span className="only-heard">{isTicked ? 'scanned' : 'not scanned'}</span>
              </span>
              <span className={styles.rowText}>
                <span className="mono">{parcel.tracking_reference}</span>
                <span className={styles.under}>
                  {[shipment.contact_name || shipment.account_name, parcel.parcel_description]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={cx(styles.rowEnd, 'tabular')}>
                {parcel.weight_kg > 0 && `${parcel.weight_kg} kg`}
              </span>
            </li>
          )
        }),
      )}
    </ul>
  )
}
