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

/** The cash that the driver holds, counted and handed in at the end of the day. */
export default function DriverCashPage() {
  const app = useDriverApp()
  return (
    <DriverFrame app={app} title="Cash" back="/tripsheet/me">
      <div className={styles.block}>
        <Cash app={app} />
      </div>
    </DriverFrame>
  )
}

function Cash({ app }: { app: DriverApp }) {
  const query = useQuery(endpointQuery(cashApi.drawer, { kind: 'driver' }))
  const unsent = app.state.waiting.filter(({ content }) => content.action.payload?.cash).length
  if (unsent > 0)
    return (
      <Notice
        variant="warning"
        title={`${unsent} ${unsent === 1 ? 'receipt is' : 'receipts are'} not sent yet.`}
      >
        Wait until there is signal, then count the cash.
      </Notice>
    )
  if (query.isError)
    return <RegionError thrown={query.error} what="Your cash" onRetry={() => void query.refetch()} />
  const drawer = query.data?.drawer
  if (!drawer) return <Loading />
  if (drawer.waiting_cash_up_id !== null)
    return (
      <Notice variant="info" title="Your cash was counted.">
        Hand it to the office, where another person confirms the count.
      </Notice>
    )
  if (drawer.held === 0 && drawer.receipts === 0)
    return <Notice variant="success">You hold no cash of receivers.</Notice>
  return (
    <>
      <p className={styles.nextStreet}>{formatRand(drawer.held)}</p>
      <p className={styles.under}>
        {drawer.receipts === 1 ? '1 receipt' : `${drawer.receipts} receipts`}, and change from the office
      </p>
      <CountForm key={drawer.held} drawer={drawer} onDone={() => undefined} />
    </>
  )
}
