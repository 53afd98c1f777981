import type { PaymentState } from '@waybill/domain/payments/model'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading } from '../../kit/ui/states/States.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import shared from '../payments.module.css'
import styles from './top-up-page.module.css'
import { usePaymentStatus } from '../use-payment-status.ts'
import { useTopUp } from '../top-up/use-top-up.tsx'

/** Top-up page. A cancelled payment returns here, so that the payer can try again (NAV-008, PAY-031). */
export default function TopUpPage() {
  const { values } = useSearchState()
  const { query, isAsked } = usePaymentStatus({ reference: values.cancelled })
  const payment = query.data?.payment
  if (isAsked && query.isPending) return <Loading lines={6} />
  return <TopUpForm former={payment && payment.purpose === 'topup' ? payment : null} />
}

/** The top-up form, filled with the amount of the unsuccessful payment `former`. */
function TopUpForm({ former }: { former: Pick<PaymentState, 'status' | 'amount'> | null }) {
  const go = useGo()
  const { body, note, button, problem } = useTopUp(() => go('/dashboard'), former?.amount)
  return (
    <Page width="form">
      <PageHeader title="Top up account" />
      <div className={styles.page}>
        <Stack>
          {former && former.status !== 'complete' && (
            <Notice
              variant={former.status === 'failed' ? 'error' : 'info'}
              title={former.status === 'failed' ? 'The payment failed.' : 'The payment was cancelled.'}
              live
            >
              Nothing was charged. Choose a way to pay and try again.
            </Notice>
          )}
          <Card title="Payment">
            {body}
            {button && (
              <div className={shared.foot}>
                <span>{note}</span>
                {button}
                {problem}
              </div>
            )}
          </Card>
        </Stack>
      </div>
    </Page>
  )
}
