import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '@waybill/domain/accounts/api'
import { endpointQuery } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useSearchState } from '../../kit/url/use-search.ts'
import { AccountBadge } from '../AccountBadge.tsx'
import styles from '../account.module.css'
import { AccountTabs } from './AccountTabs.tsx'

/** Page of a customer's own account (NAV-007, ACC-018). */
export default function OwnAccountPage() {
  const { account_id } = useMe()
  const query = useQuery({
    ...endpointQuery(accountsApi.list, { id: account_id === null ? [] : [account_id], limit: 1 }),
    enabled: account_id !== null,
  })
  const account = query.data?.accounts[0]
  if (!account)
    return (
      <Page width="detail">
        <PageHeader title="Account" />
        {query.error ? (
          <RegionError thrown={query.error} what="Your account" onRetry={() => void query.refetch()} />
        ) : (
          <Loading lines={8} />
        )}
      </Page>
    )
  const isFine = accountIsFine(account)
  return (
    <AccountTabs
      account={account}
      path="/account"
      header={
        <>
          <PageHeader
            title="Account"
            badge={!isFine && <AccountBadge account={account} size="large" />}
            note={`${account.name} · ${account.account_code}`}
          />
          <CardResult />
        </>
      }
    />
  )
}

function accountIsFine({
  is_on_hold,
  status,
  derived_status,
}: Parameters<typeof AccountBadge>[0]['account']): boolean {
  return !is_on_hold && status === 'open' && derived_status === 'active'
}

/** Displays the result of saving a card when the user returns from the payment page (NAV-022). */
function CardResult() {
  const { values } = useSearchState()
  if (values.card_saved !== 'success' && values.card_saved !== 'failed') return null
  return (
    <div className={styles.result}>
      {values.card_saved === 'success' ? (
        <Notice variant="success" title="Your card has been saved." live>
          You can now pay with it.
        </Notice>
      ) : (
        <Notice variant="error" title="Your card could not be saved. Please try again." live>
          Nothing was charged.
        </Notice>
      )}
    </div>
  )
}
