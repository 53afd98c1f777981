import { useQuery } from '@tanstack/react-query'
import { payApi } from '@waybill/domain/costs/api'
import { statement_state_labels, type EarningsDay } from '@waybill/domain/costs/model'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { useDocument } from '../../billing/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { useDriverApp } from '../use-driver-app.ts'
import { labelText, useTexts } from '../texts/texts.ts'

/** The driver’s own earnings of the month by day, and the latest statements. */
export default function EarningsPage() {
  const app = useDriverApp()
  const query = useQuery(endpointQuery(payApi.earnings, {}))
  const { data } = query
  const t = useTexts()
  const print = useDocument(t.earnings.statement)
  return (
    <DriverFrame
      app={app}
      title={t.earnings.title}
      back="/tripsheet/me"
      note={data && formatRand(data.total)}
    >
      {query.isPending && <Loading lines={5} />}
      {query.error && !data && (
        <RegionError thrown={query.error} what={t.earnings.what} onRetry={() => void query.refetch()} />
      )}
      {data && data.days.length === 0 && (
        <EmptyState title={t.earnings.none}>
          {data.has_plan ? t.earnings.byDay : t.earnings.noPlan}
        </EmptyState>
      )}
      {data && data.days.length > 0 && (
        <section>
          <h2 className={styles.listHead}>{t.earnings.month}</h2>
          <ul className={styles.rows}>
            {data.days.map((day) => (
              <Day key={day.day} day={day} />
            ))}
          </ul>
        </section>
      )}
      {data && data.statements.length > 0 && (
        <section>
          <h2 className={styles.listHead}>{t.earnings.statements}</h2>
          <ul className={styles.rows}>
            {data.statements.map(({ id, display_id, state, to_day, total }) => (
              <li key={id} className={styles.syncItem}>
                <span className={styles.rowText}>
                  <span className={styles.street}>{`${display_id}, ${formatRand(total)}`}</span>
                  <span className={styles.under}>
                    {t.earnings.upTo(t.fullDay(to_day), labelText(statement_state_labels[state]))}
                  </span>
                </span>
                <button
                  type="button"
                  className={styles.big}
                  aria-disabled={print.isBusy}
                  onClick={() => print.open(payApi.ownDocument, { id })}
                >
                  {t.earnings.pdf}
                  <span className="only-heard">{t.earnings.pdfOf(display_id)}</span>
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
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <button type="button" className={styles.big} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles.rowText}>
          <span className={styles.street}>{`${t.fullDay(day)}, ${formatRand(amount)}`}</span>
          <span className={styles.under}>
            {t.earnings.stops(stops)}
            {is_provisional && t.earnings.provisional}
          </span>
        </span>
      </button>
      {isOpen && <DayLines day={day} />}
    </li>
  )
}

function DayLines({ day }: { day: string }) {
  const t = useTexts()
  const query = useQuery(endpointQuery(payApi.earningLines, { day }))
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what={t.earnings.thisDay} onRetry={() => void query.refetch()} />
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
