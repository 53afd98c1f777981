import { clockOf } from '@waybill/domain/kit/calls/wire'
import { IconCheck, IconX } from '../../kit/icons/icons.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { CloudMark } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './stop-row.module.css'
import { parcelsText, streetOf, suburbOf, type StopView } from './trip-sheet-stops.ts'
import { useTexts } from '../texts/texts.ts'

/** Returns the URL path of a stop page. */
export function stopAddress(stopId: string): string {
  return `/tripsheet/stops/${encodeURIComponent(stopId)}`
}

/** One stop in a list: number, address, task and time. */
export function StopRow({ view }: { view: StopView }) {
  const t = useTexts()
  const { stop, state } = view
  return (
    <AppLink to={stopAddress(stop.stop_id)} className={styles.row}>
      <span
        className={cx(
          shared.number,
          state === 'done' && shared.doneNumber,
          state === 'failed' && styles.failedNumber,
        )}
      >
        {state === 'to-do' && stop.sequence}
        {state === 'done' && <Icon of={IconCheck} />}
        {state === 'failed' && <Icon of={IconX} />}
        {state !== 'to-do' && <span className="only-heard">{t.stop.states[state]}</span>}
      </span>
      <span className={shared.rowText}>
        <span className={shared.street}>{streetOf(stop)}</span>
        <span className={shared.under}>
          {suburbOf(stop)} · {t.stop.task(stop.leg, parcelsText(view))}
        </span>
      </span>
      <span className={shared.rowEnd}>
        {view.mark && <CloudMark of={view.mark} />}
        {state === 'to-do' && stop.eta && (
          <span className={cx(stop.is_late_risk && shared.late, styles.rowEndPart)}>{clockOf(stop.eta)}</span>
        )}
        {state === 'to-do' && stop.is_late_risk && stop.window_to && (
          <span className={cx(shared.under, shared.late, styles.rowEndPart)}>
            {t.stop.due(stop.window_to)}
          </span>
        )}
      </span>
    </AppLink>
  )
}
