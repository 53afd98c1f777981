import { clockOf } from '@waybill/domain/kit/wire'
import { ScrollRegion } from '../kit/ui/ScrollRegion.tsx'
import { StatusBadge, type StatusFamily, type StatusMark } from '../kit/ui/StatusBadge.tsx'
import type { ScanSession } from './scan-session.ts'
import styles from './scanner.module.css'
import { calm, lookOf, type HubList } from './verdict-look.ts'

const marks: Partial<Record<StatusFamily, StatusMark>> = { green: 'tick', grey: 'dot' }

/** The last ten scans, newest on top. */
export function LastScans({ session, hub_list }: { session: ScanSession; hub_list: HubList | null }) {
  if (session.last.length === 0) return null
  return (
    <ScrollRegion className={styles.list} label="Last scans">
      <table>
        <caption className="only-heard">Last scans</caption>
        <thead>
          <tr>
            <th scope="col">Last scans</th>
            <th scope="col">Parcel</th>
            <th scope="col">Verdict</th>
            <th scope="col">Bay</th>
            <th scope="col">Delivery suburb</th>
          </tr>
        </thead>
        <tbody>
          {session.last.map((entry) => {
            const look = entry.state === 'sending' ? null : lookOf(entry, hub_list)
            const family = look?.family ?? 'grey'
            return (
              <tr key={entry.scan_id}>
                <td className="tabular">{secondOf(entry.scanned_at)}</td>
                <td className="mono">{look?.reference ?? entry.reference}</td>
                <td>
                  <span className={styles.listVerdict}>
                    <StatusBadge
                      size="compact"
                      family={family}
                      label={look ? calm(look.title) : 'Reading…'}
                      {...(marks[family] ? { mark: marks[family] } : {})}
                    />
                  </span>
                </td>
                <td>
                  <strong>{look?.bay}</strong>
                </td>
                <td>{entry.answer?.shipment?.delivery_suburb}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** `14:32:07`, South African time, of milliseconds since 1970. */
export function secondOf(at: number): string {
  return `${clockOf(new Date(at))}:${new Date(at).toISOString().slice(17, 19)}`
}
