import { isStaff } from '@waybill/domain/kit/actor'
import type { ShipmentDetail } from '@waybill/domain/shipments/api'
import type { ShipmentFile } from '@waybill/domain/shipments/model'
import { fileKind } from '@waybill/domain/kit/texts/format'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { usePreference } from '../../kit/preferences/preferences.ts'
import { useMe } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import styles from './timeline.module.css'
import { useFileLinks } from '../proof-of-delivery/use-file-links.ts'
import { doubtsOf, timelineOf, type Entry } from './timeline-entries.ts'

/** Whether a file is a picture that can be displayed as a thumbnail. */
export function isPicture(file: ShipmentFile): boolean {
  return file.type === 'image' || file.type === 'signature' || fileKind(file.file_name) === 'image'
}

/** The events by day, newest first. Staff can also display system events. */
export function Timeline({
  detail,
  people,
}: {
  detail: ShipmentDetail
  people: ReadonlyMap<string, string>
}) {
  const me = useMe()
  const [showsSystem, setShowsSystem] = usePreference('timeline:system', false)
  const viewerIsStaff = isStaff(me)
  const parcels = new Map(detail.shipment.parcels.map((parcel) => [parcel.id, parcel.tracking_reference]))
  const links = useFileLinks(
    detail.events.flatMap((event) => event.shipment_files.filter(isPicture).map((file) => file.file_name)),
  )
  const isShown = (entry: Entry): boolean => !entry.is_system || (viewerIsStaff && showsSystem)
  const days = timelineOf(detail.events, { people: viewerIsStaff ? people : new Map(), parcels }, new Date())
    .map((day) => ({ ...day, entries: day.entries.filter(isShown) }))
    .filter((day) => day.entries.length > 0)
  return (
    <Card
      title="Tracking timeline"
      flush
      ruled={false}
      actions={
        viewerIsStaff && (
          <Toggle {...standaloneField('system', showsSystem, setShowsSystem)} label="Show system events" />
        )
      }
    >
      <div className={styles.timeline}>
        {days.length === 0 && <EmptyState title="Nothing has happened yet." />}
        {days.map(({ day, heading, entries }) => (
          <section key={day} aria-label={heading}>
            <h3 className={styles.day}>{heading}</h3>
            {entries.map((entry) => (
              <EntryRow key={entry.event.id} entry={entry} links={links} hidesSource={!viewerIsStaff} />
            ))}
          </section>
        ))}
      </div>
    </Card>
  )
}

function EntryRow({
  entry,
  links,
  hidesSource,
}: {
  entry: Entry
  links: Readonly<Record<string, string>>
  hidesSource: boolean
}) {
  const { event, colour } = entry
  const details = hidesSource ? entry.details.filter((one) => one !== event.source) : entry.details
  return (
    <div className={styles.entry}>
      <time className={styles.entryTime} dateTime={event.date.toISOString()}>
        {entry.time}
      </time>
      <span className={styles.rail} aria-hidden="true">
        <i
          className={cx(styles.dot, colour === 'green' && styles.dotGreen, colour === 'red' && styles.dotRed)}
        />
      </span>
      <div className={styles.what}>
        <p className={styles.whatText}>{entry.is_undone ? <s>{entry.sentence}</s> : entry.sentence}</p>
        {details.length > 0 && <small className={styles.whatSmall}>{details.join(' · ')}</small>}
        {!hidesSource &&
          doubtsOf(event).map((doubt) => (
            <StatusBadge key={doubt} family="yellow" label={doubt} size="compact" />
          ))}
      </div>
      <div className={styles.thumbs}>
        {event.shipment_files
          .filter((file) => isPicture(file) && links[file.file_name])
          .map((file) => (
            <a key={file.id} href={links[file.file_name]} target="_blank" rel="noopener">
              <img className={styles.thumb} src={links[file.file_name]} alt={entry.sentence} loading="lazy" />
            </a>
          ))}
      </div>
    </div>
  )
}
