import type { StopShipment } from '@waybill/domain/drivers/model'
import styles from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'

/** Selects the shipments of a stop to which an action applies; displays nothing for a single shipment. */
export function ShipmentTicks({
  legend,
  shipments,
  left_out,
  onChange,
}: {
  legend: string
  shipments: readonly StopShipment[]
  /** Ids of unticked shipments. */
  left_out: readonly number[]
  onChange: (left_out: readonly number[]) => void
}) {
  const t = useTexts()
  if (shipments.length < 2) return null
  return (
    <fieldset className={styles.reasons}>
      <legend className={styles.listHead}>{legend}</legend>
      {shipments.map(({ shipment_id, tracking_reference, contact_name, account_name, parcels }) => {
        const isTicked = !left_out.includes(shipment_id)
        return (
          <label key={shipment_id} className={styles.reason}>
            <input
              className={styles.reasonInput}
              type="checkbox"
              checked={isTicked}
              onChange={() =>
                onChange(
                  isTicked ? [...left_out, shipment_id] : left_out.filter((one) => one !== shipment_id),
                )
              }
            />
            <span className={styles.rowText}>
              <span className="mono">{tracking_reference}</span>
              <span className={styles.under}>
                {[contact_name || account_name, t.parcels(parcels.length)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
