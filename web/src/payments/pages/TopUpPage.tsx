import { Card } from '../../kit/ui/Card.tsx'
import { Notice } from '../../kit/ui/Notice.tsx'
import { Page, Stack } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import styles from '../payments.module.css'
import { useTopUp } from '../use-top-up.tsx'

/** Topping up on a page of its own; a cancelled payment returns here to be tried again (NAV-008, PAY-031). */
export default function TopUpPage() {
  const go = useGo()
  const { values } = useSearchState()
  const { body, note, button, problem } = useTopUp(() => go('/dashboard'))
  return (
    <Page width="form">
      <PageHeader title="Top up account" />
      <div className={styles.page}>
        <Stack>
          {values.cancelled && (
            <Notice variant="info" title="The payment was cancelled.">
              Nothing was charged. Choose a way to pay and try again.
            </Notice>
          )}
          <Card title="Payment">
            {body}
            {button && (
              <div className={styles.foot}>
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
