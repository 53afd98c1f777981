import { useQuery } from '@tanstack/react-query'
import { cashApi } from '@waybill/domain/cash/api'
import { formatRand } from '@waybill/domain/kit/money'
import { CountForm } from '../../cash/index.ts'
import { endpointQuery } from '../../kit/api/index.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** The cash that the driver holds, counted and handed in at the end of the day. */
export default function DriverCashPage() {
  const app = useDriverApp()
  const t = useTexts()
  return (
    <DriverFrame app={app} title={t.cash.title} back="/tripsheet/me">
      <div className={styles.block}>
        <Cash app={app} />
      </div>
    </DriverFrame>
  )
}

function Cash({ app }: { app: DriverApp }) {
  const t = useTexts()
  const query = useQuery(endpointQuery(cashApi.drawer, { kind: 'driver' }))
  const unsent = app.state.waiting.filter(({ content }) => content.action.payload?.cash).length
  if (unsent > 0)
    return (
      <Notice variant="warning" title={t.cash.unsent(unsent)}>
        {t.cash.unsentText}
      </Notice>
    )
  if (query.isError)
    return <RegionError thrown={query.error} what={t.cash.what} onRetry={() => void query.refetch()} />
  const drawer = query.data?.drawer
  if (!drawer) return <Loading />
  if (drawer.waiting_cash_up_id !== null)
    return (
      <Notice variant="info" title={t.cash.counted}>
        {t.cash.countedText}
      </Notice>
    )
  if (drawer.held === 0 && drawer.receipts === 0) return <Notice variant="success">{t.cash.none}</Notice>
  return (
    <>
      <p className={styles.nextStreet}>{formatRand(drawer.held)}</p>
      <p className={styles.under}>{t.cash.receipts(drawer.receipts)}</p>
      <CountForm key={drawer.held} drawer={drawer} texts={t.cash.count} onDone={() => undefined} />
    </>
  )
}
