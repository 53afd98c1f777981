import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useState } from 'react'
import type { QueueItem } from '../../kit/queue/offline-queue.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { Count } from '../../kit/ui/values/Count.tsx'
import { secondOf } from './LastScans.tsx'
import { ScalePhoto } from './ScalePhoto.tsx'
import { perMinute, type ResolveItem, type ScanSession } from './scan-session.ts'
import scanner from '../shared.module.css'
import styles from './session-cards.module.css'
import type { Queued } from '../pages/scan-queue.ts'

/** Interval between two updates of the scan rate, in ms. */
const rate_ms = 5000

/** Displays the session counters: accepted, already done, refused, rate and start time. */
export function SessionCard({ session }: { session: ScanSession }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), rate_ms)
    return () => clearInterval(timer)
  }, [session])
  const note = `${perMinute(session, now)} per minute · started ${clockOf(new Date(session.started_at))}`
  return (
    <Card title="Session" actions={<span className={scanner.cardNote}>{note}</span>} flush ruled={false}>
      <dl className={styles.counters}>
        <Counter of={session.accepted} label="accepted" />
        <Counter of={session.already_done} label="already done" />
        <Counter of={session.refused} label="refused" isRed={session.refused > 0} />
      </dl>
      {session.repeats > 0 && (
        <p className={scanner.repeats}>
          {formatCount(session.repeats)} {session.repeats === 1 ? 'repeat' : 'repeats'} not counted
        </p>
      )}
    </Card>
  )
}

function Counter({ of: count, label, isRed = false }: { of: number; label: string; isRed?: boolean }) {
  return (
    <div className={cx(isRed && styles.redCounter, styles.countersPart)}>
      <dt className={styles.counterTerm}>{label}</dt>
      <dd className={styles.counterValue}>{formatCount(count)}</dd>
    </div>
  )
}

/** Lists refused scans and rejected undos until the user acknowledges them by button, F2 or the ACK barcode. */
export function ResolveCard({
  items,
  onAcknowledge,
  onLoadAnyway,
  onStoreMeasures,
  onAssignAnyway,
  onKeep,
}: {
  items: readonly ResolveItem[]
  onAcknowledge: (scan_id: string) => void
  /** Loads the parcel on the manifest although it does not go to its branch; absent without the permission. */
  onLoadAnyway?: ((item: ResolveItem) => void) | undefined
  /** Stores measures that differ greatly from the booked ones, with a photo on the scale where it is needed. */
  onStoreMeasures?: ((item: ResolveItem, photo?: string) => void) | undefined
  /** Sends the parcel out with the chosen driver despite the warning. */
  onAssignAnyway?: ((item: ResolveItem) => void) | undefined
  /** Keeps a parcel whose code was not found as an unidentified one; absent without the permission. */
  onKeep?: ((item: ResolveItem) => void) | undefined
}) {
  if (items.length === 0) return null
  return (
    <Card
      className={styles.resolve ?? ''}
      title="To resolve"
      note={<Count of={items.length} urgent what="to resolve" />}
      flush
    >
      <ul>
        {items.map((item, index) => (
          <li key={item.scan_id} className={styles.resolveItem}>
            <div className={styles.resolveHead}>
              <span className={cx('mono', styles.resolveHeadPart)}>{item.reference}</span>
              <strong className={styles.resolveHeadStrong}>{item.short}</strong>
            </div>
            <p className={styles.resolveItemText}>
              <span className="tabular">{secondOf(item.scanned_at)}</span> · {item.message}
            </p>
            <Button size="xs" onClick={() => onAcknowledge(item.scan_id)}>
              Acknowledge {index === 0 && <Kbd>F2</Kbd>}
            </Button>
            {onLoadAnyway && item.wrong_manifest_id !== undefined && (
              <Button size="xs" variant="danger" onClick={() => onLoadAnyway(item)}>
                Load it anyway
              </Button>
            )}
            {onStoreMeasures && item.doubtful && (
              <Button size="xs" variant="danger" onClick={() => onStoreMeasures(item)}>
                Keep these measures
              </Button>
            )}
            {onStoreMeasures && item.unphotographed && (
              <ScalePhoto size="xs" onTaken={(photo) => onStoreMeasures(item, photo)} />
            )}
            {onKeep && item.unknown_code !== undefined && (
              <Button size="xs" onClick={() => onKeep(item)}>
                Keep as unidentified parcel
              </Button>
            )}
            {onAssignAnyway && item.doubtful_driver && (
              <Button size="xs" variant="danger" onClick={() => onAssignAnyway(item)}>
                Assign anyway
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Lists the scans stored on this device until the network is back. */
export function OfflineScansCard({
  waiting,
  isOffline,
}: {
  waiting: readonly QueueItem<Queued>[]
  isOffline: boolean
}) {
  const [oldest] = waiting
  if (!isOffline || !oldest) return null
  return (
    <Card
      title="Saved on this device"
      actions={
        <span className={scanner.cardNote}>
          {waiting.length} {waiting.length === 1 ? 'scan' : 'scans'}
        </span>
      }
    >
      <p className={styles.waiting}>
        Oldest {secondOf(oldest.made_at.getTime())}. They are sent automatically, oldest first, as soon as the
        network is back.
      </p>
    </Card>
  )
}
