import type { StopShipment } from '@waybill/domain/drivers/model'
import styles from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'

/** Asks which parcels are damaged, where there are several, and how. Neither answer is required. */
export function DamagedParcels({
  shipments,
  damaged,
  words,
  onChange,
}: {
  shipments: readonly StopShipment[]
  /** References of the ticked parcels. */
  damaged: readonly string[]
  words: string
  onChange: (changed: { damaged: readonly string[] } | { words: string }) => void
}) {
  const t = useTexts()
  const parcels = shipments.flatMap((shipment) => shipment.parcels)
  return (
    <>
      {parcels.length > 1 && (
        <fieldset className={styles.reasons}>
          <legend className={styles.listHead}>{t.outcome.whichDamaged}</legend>
          {parcels.map(({ id, tracking_reference, parcel_description }) => {
            const isTicked = damaged.includes(tracking_reference)
            return (
              <label key={id} className={styles.reason}>
                <input
                  className={styles.reasonInput}
                  type="checkbox"
                  checked={isTicked}
                  onChange={() =>
                    onChange({
                      damaged: isTicked
                        ? damaged.filter((one) => one !== tracking_reference)
                        : [...damaged, tracking_reference],
                    })
                  }
                />
                <span className={styles.rowText}>
                  <span className="mono">{tracking_reference}</span>
                  <span className={styles.under}>{parcel_description}</span>
                </span>
              </label>
            )
          })}
        </fieldset>
      )}
      <div className={styles.block}>
        <label className={styles.proofText}>
          <span className={styles.label}>{t.outcome.whatDamaged}</span>
          <input
            className={styles.input}
            value={words}
            maxLength={500}
            onChange={(event) => onChange({ words: event.target.value })}
          />
        </label>
      </div>
    </>
  )
}
