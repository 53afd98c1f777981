import type { Stop } from '@waybill/domain/drivers/model'
import { cx } from '../../kit/ui/class-names.ts'
import shared from '../driver.module.css'
import styles from './load-list.module.css'
import { loadList } from '../day/vehicle-load.ts'
import type { PlacedParcel } from '../stops/stop-rules.ts'
import { shortReferences, streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import type { DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** What is still to be loaded, counted against the sheet, by stop. The last stop comes first, because it is loaded first. */
export function LoadList({ app }: { app: DriverApp }) {
  const t = useTexts()
  const { all, open } = loadList(app.sheet?.stops ?? [], app.marks)
  if (all === 0) return null
  const places = [...new Set(open.map(({ stop }) => stop))].toSorted(
    (one, other) => other.sequence - one.sequence,
  )
  return (
    <section aria-label={t.scan.toLoad}>
      <p className={styles.loaded} role="status">
        <span>
          <strong className={styles.loadedCount}>{t.scan.loadedOf(all - open.length, all)}</strong>{' '}
          {t.scan.parcelsLoaded}
        </span>
        {open.length > 0 && <span>{t.scan.openCount(open.length)}</span>}
      </p>
      <ul className={shared.rows}>
        {places.map((place) => (
          <LoadRow key={place.stop_id} stop={place} parcels={open.filter(({ stop }) => stop === place)} />
        ))}
      </ul>
    </section>
  )
}

function LoadRow({ stop, parcels }: { stop: Stop; parcels: readonly PlacedParcel[] }) {
  const t = useTexts()
  return (
    <li className={shared.parcel}>
      <span className={shared.number}>
        <span className="only-heard">{t.frame.stopHeard}</span>
        {stop.sequence}
      </span>
      <span className={shared.rowText}>
        <span className={shared.street}>{[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}</span>
        <span className={cx(shared.under, 'mono')}>
          {shortReferences(parcels.map(({ parcel }) => parcel.tracking_reference))}
        </span>
      </span>
      <span className={shared.rowEnd}>{parcels.length}</span>
    </li>
  )
}
