import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { reading } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { FullPage } from '../../kit/ui/FullPage.tsx'
import { Loading, RegionError } from '../../kit/ui/States.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'

/** Milliseconds: how far back a payment counts as the one just made, and how often the page looks for it. */
const recent_ms = 30 * 60_000
const look_ms = 5_000

/**
 * Where a top-up returns to. The address says nothing about money: the page shows what the ledger holds, and looks again
 * until the payment is there (NAV-021).
 */
export default function TopUpResultPage() {
  const { account_id } = useMe()
  const [start_date] = useState(() => new Date(Date.now() - recent_ms))
  const own = { account_id: account_id ?? 0 }
  const payments = useQuery({
    ...reading(billingApi.transactions, { ...own, type: ['payment'], start_date, limit: 1 }),
    refetchInterval: ({ state }) => (state.data?.transactions.length ? false : look_ms),
  })
  const [payment] = payments.data?.transactions ?? []
  // Read again once the payment has come.
  const balance = useQuery({
    ...reading(billingApi.balance, own),
    queryKey: [...reading(billingApi.balance, own).queryKey, payment?.id ?? 0],
  })
  usePageTitle('Top up account')
  if (payments.error && !payments.data)
    return <RegionError thrown={payments.error} what="Your payment" onRetry={() => void payments.refetch()} />
  if (!payments.data) return <Loading lines={4} />
  return (
    <FullPage
      inPage
      title={payment ? 'Payment received' : 'Waiting for your payment'}
      action={<ButtonLink to="/top-up-account">Top up account</ButtonLink>}
      note={balance.data && `Balance ${formatRand(balance.data.balance)}`}
    >
      {payment
        ? `${formatRand(payment.amount)} has been added to your account.`
        : 'Nothing has arrived in the last 30 minutes. This page looks again by itself. A payment by EFT can take up to three days to reflect.'}
    </FullPage>
  )
}
