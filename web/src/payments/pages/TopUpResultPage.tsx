import { useQuery } from '@tanstack/react-query'
import { billingApi } from '@waybill/domain/billing/api'
import { formatRand } from '@waybill/domain/kit/money'
import type { PaymentState } from '@waybill/domain/payments/model'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { FullPage } from '../../kit/ui/states/FullPage.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { returnAddress } from '../top-up/return-address.ts'
import { isWaiting, usePaymentStatus } from '../use-payment-status.ts'

/**
 * Return page for top-ups. The URL only identifies the payment; its status is polled from the server until it is
 * settled (NAV-021, PAY-031, docs/domain/payments.md#return-pages).
 */
export default function TopUpResultPage() {
  const { account_id } = useMe()
  const { values } = useSearchState()
  const { query, isAsked, isOver } = usePaymentStatus({ reference: values.payment })
  const payment = query.data?.payment ?? null
  // The status in the query key makes the balance load again when the payment is settled.
  const own = endpointQuery(billingApi.balance, { account_id: account_id ?? 0 })
  const balance = useQuery({ ...own, queryKey: [...own.queryKey, payment?.status ?? ''] })
  usePageTitle('Top up account')
  const back = returnAddress()
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="Your payment" onRetry={() => void query.refetch()} />
  if (isAsked && !query.data) return <Loading lines={4} />
  const { title, text, isAgain } = payment ? wordsOf(payment, isOver) : unknown
  return (
    <FullPage
      inPage
      title={title}
      action={
        isAgain ? (
          <ButtonLink to="/top-up-account" variant="primary">
            Top up account
          </ButtonLink>
        ) : back !== null ? (
          <ButtonLink to={back} variant="primary">
            Back to your shipment
          </ButtonLink>
        ) : (
          <ButtonLink to="/account?tab=billing">Open account</ButtonLink>
        )
      }
      note={
        <span aria-live="polite">
          {[payment?.reference, balance.data && `Balance ${formatRand(balance.data.balance)}`]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
    >
      {text}
    </FullPage>
  )
}

interface ResultText {
  title: string
  text: ReactNode
  /** Whether to offer another attempt. */
  isAgain: boolean
}

const unknown: ResultText = {
  title: 'No payment to show',
  text: 'This link does not match a payment of your account. Payments are on the Billing tab of your account.',
  isAgain: true,
}

function wordsOf(payment: PaymentState, isOver: boolean): ResultText {
  const amount = formatRand(payment.amount)
  if (payment.status === 'complete')
    return { title: 'Payment received', text: `${amount} has been added to your account.`, isAgain: false }
  if (payment.status === 'mismatch')
    return {
      title: 'Payment received',
      text: `You paid a different amount from ${amount}. The amount you paid is on your account.`,
      isAgain: false,
    }
  if (isWaiting(payment))
    return {
      title: 'Waiting for your payment',
      text: isOver
        ? 'Payment is being confirmed. You can close this page.'
        : `${amount} is on its way. This page updates automatically.`,
      isAgain: false,
    }
  if (payment.status === 'failed')
    return {
      title: 'Payment failed',
      text: 'Nothing was charged. Try again, or pay another way.',
      isAgain: true,
    }
  return {
    title: 'Payment cancelled',
    text: 'Nothing was charged. Try again whenever you like.',
    isAgain: true,
  }
}
