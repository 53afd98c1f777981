import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCheck,
  IconRefreshDot,
  IconScan,
} from '../../kit/icons/icons.ts'
import { cx } from '../../kit/ui/class-names.ts'
import type { IconShape } from '../../kit/ui/buttons/Icon.tsx'
import { pendingEntry, currentEntry, type ScanSession } from './scan-session.ts'
import styles from './scan-result-panel.module.css'
import { useSince } from './use-since.ts'
import {
  scanResultView,
  type HubList,
  type ScanResultColour,
  type ScanResultView,
} from './scan-result-view.ts'

/** Time in ms for which the previous result stays while the next is pending, so that fast responses do not flicker. */
const calm_ms = 250
/** Time in ms after which the page displays that it is waiting. */
export const waiting_ms = 1500

const class_of: Readonly<Record<ScanResultColour, string | undefined>> = {
  green: styles.green,
  blue: styles.blue,
  yellow: styles.yellow,
  red: styles.red,
  grey: styles.grey,
}
const icons: Readonly<Record<ScanResultColour, IconShape>> = {
  green: IconCheck,
  blue: IconRefreshDot,
  yellow: IconAlertTriangle,
  red: IconAlertOctagon,
  grey: IconScan,
}

const idle: ScanResultView = {
  family: 'grey',
  title: 'Ready to scan',
  bay: '',
  message: '',
  reference: '',
  facts: [],
  aside: '',
}

/** Displays one word and one code on a solid colour, readable from 3 m (docs/domain/interface.md#scanner-page). */
export function ScanResultPanel({
  session,
  hub_list,
  isOffline,
}: {
  session: ScanSession
  hub_list: HubList | null
  isOffline: boolean
}) {
  const pending = pendingEntry(session)
  const shown = currentEntry(session)
  const waited = useSince(isOffline ? null : (pending?.scanned_at ?? null), [calm_ms, waiting_ms])
  const view =
    pending && (waited >= calm_ms || !shown)
      ? {
          ...idle,
          title: waited >= waiting_ms ? 'Waiting for server' : 'Reading…',
          message: waited >= waiting_ms ? 'Keep scanning. Every scan is saved.' : '',
          reference: pending.reference,
        }
      : shown
        ? scanResultView(shown, hub_list)
        : idle
  const Shape = icons[view.family]
  return (
    <section
      className={cx(styles.verdict, class_of[view.family])}
      aria-label="Verdict"
      data-verdict={view.family}
    >
      <div className={styles.word}>
        <Shape className={styles.wordIcon} stroke={2.6} aria-hidden="true" />
        <span>{view.title}</span>
      </div>
      {view.bay && <div className={styles.bay}>{view.bay}</div>}
      {view.message && <p className={cx(styles.message, view.bay && styles.besideBay)}>{view.message}</p>}
      <div className={styles.line}>
        {view.reference && <span className={styles.reference}>{view.reference}</span>}
        {view.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {view.aside && <span className={styles.aside}>{view.aside}</span>}
      </div>
    </section>
  )
}
