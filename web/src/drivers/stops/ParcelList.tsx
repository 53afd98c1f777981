import { IconCheck } from '../../kit/icons/icons.ts'
import type { StopShipment } from '@waybill/domain/drivers/model'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import styles from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'

/**
 * The parcels of a stop, with a tick for each scanned one. With `onAbsent` an unscanned parcel can be marked as
 * missing, as long as another parcel of its shipment is present.
 */
export function ParcelList({
  shipments,
  ticked,
  absent = [],
  onAbsent,
}: {
  shipments: readonly StopShipment[]
  ticked: ReadonlySet<string>
  /** References of missing parcels. */
  absent?: readonly string[]
  onAbsent?: (absent: readonly string[]) => void
}) {
  const t = useTexts()
  return (
    <ul className={styles.rows}>
      {shipments.flatMap((shipment) =>
        shipment.parcels.map((parcel) => {
          const reference = parcel.tracking_reference
          const isTicked = ticked.has(reference)
          const isAbsent = absent.includes(reference)
          const isLast = shipment.parcels.every(
            (other) => other === parcel || absent.includes(other.tracking_reference),
          )
          return (
            <li key={parcel.id} className={styles.parcel}>
              <span className={cx(styles.number, isTicked && styles.doneNumber)}>
                {isTicked && <Icon of={IconCheck} />}
                <span className="only-heard">{isTicked ? t.stop.scanned : t.stop.notScanned}</span>
              </span>
              <span className={styles.rowText}>
                <span className="mono">{reference}</span>
                <span className={styles.under}>
                  {[shipment.contact_name || shipment.account_name, parcel.parcel_description]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={cx(styles.rowEnd, 'tabular')}>
                {parcel.weight_kg > 0 && `${t.number(parcel.weight_kg)} kg`}
              </span>
              {onAbsent && (isAbsent || (!isTicked && !isLast)) && (
                <button
                  type="button"
                  className={cx(styles.big, styles.absent)}
                  aria-pressed={isAbsent}
                  aria-label={t.stop.isMissing(reference)}
                  onClick={() =>
                    onAbsent(isAbsent ? absent.filter((one) => one !== reference) : [...absent, reference])
                  }
                >
                  {t.stop.missing}
                </button>
              )}
            </li>
          )
        }),
      )}
    </ul>
  )
}
