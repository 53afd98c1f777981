import { clockOf } from '@waybill/domain/kit/calls/wire'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { StatusBadge, type StatusFamily, type StatusMark } from '../../kit/ui/values/StatusBadge.tsx'
import { undoable, type ScanSession } from './scan-session.ts'
import styles from './last-scans.module.css'
import { sentenceCase, scanResultView, type HubList } from './scan-result-view.ts'

const marks: Partial<Record<StatusFamily, StatusMark>> = { green: 'tick', grey: 'dot' }

/** Lists the last ten scans, newest first; undone scans are struck through. */
export function LastScans({
  session,
  hub_list,
  onUndo,
}: {
  session: ScanSession
  hub_list: HubList | null
  /** Undoes the last scan. */
  onUndo: () => void
}) {
  if (session.last.length === 0) return null
  const last = undoable(session)
  return (
    <ScrollRegion className={styles.list} label="Last scans">
      <table className={styles.listTable}>
        <caption className="only-heard">Last scans</caption>
        <thead>
          <tr>
            <th scope="col">Last scans</th>
            <th scope="col">Parcel</th>
            <th scope="col">Result</th>
            <th scope="col">Bay</th>
            <th scope="col">Delivery suburb</th>
            <th scope="col">
              <span className="only-heard">Undo</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {session.last.map((entry) => {
            const view = entry.state === 'sending' ? null : scanResultView(entry, hub_list)
            const family = view?.family ?? 'grey'
            return (
              <tr key={entry.scan_id}>
                <td className="tabular">{secondOf(entry.scanned_at)}</td>
                <td className="mono">
                  {entry.undo ? <s>{entry.reference}</s> : (view?.reference ?? entry.reference)}
                </td>
                <td>
                  <span className={styles.listVerdict}>
                    <StatusBadge
                      size="compact"
                      family={family}
                      label={view ? sentenceCase(view.title) : 'Reading…'}
                      {...(marks[family] ? { mark: marks[family] } : {})}
                    />
                  </span>
                </td>
                <td>
                  <strong className={styles.bay}>{view?.bay}</strong>
                </td>
                <td>{entry.answer?.shipment?.delivery_suburb}</td>
                <td className={styles.undoCell}>
                  {entry === last && (
                    <Button size="xs" onClick={onUndo}>
                      Undo <Kbd>F8</Kbd>
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Formats a time in milliseconds since 1970 as `14:32:07`, South African time. */
export function secondOf(at: number): string {
  return `${clockOf(new Date(at))}:${new Date(at).toISOString().slice(17, 19)}`
}
