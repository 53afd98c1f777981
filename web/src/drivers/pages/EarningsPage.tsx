import { useQuery } from '@tanstack/react-query'
import { payApi } from '@waybill/domain/costs/api'
import { statement_state_labels, type EarningsDay } from '@waybill/domain/costs/model'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { useDocument } from '../../billing/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { useDriverApp } from '../use-driver-app.ts'

/** The driver’s own earnings of the month by day, and the latest statements. */
export default function EarningsPage() {
  const app = useDriverApp()
  const query = useQuery(endpointQuery(payApi.earnings, {}))
  const { data } = query
  const print = useDocument('The statement')
  return (
    <DriverFrame app={app} title="Earnings" back="/tripsheet/me" note={data && formatRand(data.total)}>
      {query.isPending && <Loading lines={5} />}
      {query.error && !data && (
        <RegionError thrown={query.error} what="Your earnings" onRetry={() => void query.refetch()} />
      )}
      {data && data.days.length === 0 && (
        <EmptyState title="No earnings this month yet.">
          {data.has_plan
            ? 'What you earn for completed stops is listed here, by day.'
            : 'You have no pay plan here. Ask your branch how you are paid.'}
        </EmptyState>
      )}
      {data && data.days.length > 0 && (
        <section>
          <h2 className={styles.listHead}>This month</h2>
          <ul className={styles.rows}>
            {data.days.map((day) => (
              <Day key={day.day} day={day} />
            ))}
          </ul>
        </section>
      )}
      {data && data.statements.length > 0 && (
        <section>
          <h2 className={styles.listHead}>Statements</h2>
          <ul className={styles.rows}>
            {data.statements.map(({ id, display_id, state, to_day, total }) => (
              <li key={id} className={styles.syncItem}>
                <span className={styles.rowText}>
                  <span className={styles.street}>{`${display_id}, ${formatRand(total)}`}</span>
                  <span
                    className={styles.under}
                  >{`Up to ${dayText(to_day)}, ${statement_state_labels[state].toLowerCase()}`}</span>
                </span>
                <button
                  type="button"
                  className={styles.big}
                  aria-disabled={print.isBusy}
                  onClick={() => print.open(payApi.ownDocument, { id })}
                >
                  PDF<span className="only-heard">{` of ${display_id}`}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DriverFrame>
  )
}

function Day({ day: { day, stops, amount, is_provisional } }: { day: EarningsDay }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <button type="button" className={styles.big} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles.rowText}>
          <span className={styles.street}>{`${dayText(day)}, ${formatRand(amount)}`}</span>
          <span className={styles.under}>
            {stops === 1 ? '1 stop' : `${stops} stops`}
            {is_provisional && ', not final yet'}
          </span>
        </span>
      </button>
      {isOpen && <DayLines day={day} />}
    </li>
  )
}

function DayLines({ day }: { day: string }) {
  const query = useQuery(endpointQuery(payApi.earningLines, { day }))
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="This day" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={2} />
  return (
    <ul className={styles.rows}>
      {query.data.lines.map(({ reason, amount }) => (
        <li key={reason} className={styles.syncItem}>
          <span className={styles.rowText}>{reason}</span>
          <span className={styles.rowEnd}>{formatRand(amount)}</span>
        </li>
      ))}
    </ul>
  )
}
