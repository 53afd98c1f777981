import { useRef } from 'react'
import { IconAlertTriangle } from '../kit/icons/icons.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { isPendingView, pendingLabel, type OpsDashboard } from '@waybill/domain/reports/ops-dashboard'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { cx } from '../kit/ui/class-names.ts'
import { Icon } from '../kit/ui/buttons/Icon.tsx'
import { ScrollStrip } from '../kit/ui/page-layout/ScrollStrip.tsx'
import { formatTotal } from '../kit/ui/values/numbers.ts'
import { ageText } from './age-text.ts'
import styles from './figure-strip.module.css'
import type { OpsState } from './use-ops-state.ts'

/** The first day of the list: earlier than every request. */
const first_day = '2000-01-01'
/** Returns the list of the collection requests that the number counts: those without a driver up to today. */
const requestsUpTo = (today: string): string =>
  `/collection-requests?status=collection-unassigned,collection-rejected&day=${first_day}..${today}`

/**
 * Shows the numbers of pending shipments and requests, problems first. Each number links to its list
 * (docs/domain/interface.md#dashboards).
 */
export function FigureStrip({ of: board, state }: { of: OpsDashboard; state: OpsState }) {
  const strip = useRef<HTMLDivElement>(null)
  const { oldest_problem, unassigned_requests } = board
  const toRequests = requestsUpTo(dayOf(new Date()))
  const figures = board.figures.filter(({ kind }) => !isPendingView(kind))
  return (
    <nav aria-label="Waiting work">
      <ScrollStrip ref={strip} className={styles.strip}>
        {figures.map(({ kind, count }) => (
          <AppLink
            key={kind}
            to={state.addressOf({ mode: 'pending', kind })}
            className={cx(styles.figure, kind === 'problem' && count > 0 && styles.urgent)}
          >
            <span className={styles.figureName}>
              {kind === 'problem' && count > 0 && <Icon of={IconAlertTriangle} size={16} />}
              {pendingLabel(kind)}
            </span>
            <strong className={styles.figureCount}>{formatTotal(count)}</strong>
            {kind === 'problem' && (
              <span className={styles.figureNote}>
                {oldest_problem ? `oldest ${ageText(oldest_problem, new Date())}` : 'nothing waits'}
              </span>
            )}
          </AppLink>
        ))}
        <AppLink
          to={state.branch_id ? `${toRequests}&branch=${state.branch_id}` : toRequests}
          className={styles.figure}
        >
          <span className={styles.figureName}>Requests unassigned</span>
          <strong className={styles.figureCount}>{formatTotal(unassigned_requests)}</strong>
        </AppLink>
      </ScrollStrip>
    </nav>
  )
}
