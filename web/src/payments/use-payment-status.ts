import { useQuery } from '@tanstack/react-query'
import { paymentsApi } from '@waybill/domain/payments/api'
import type { PaymentState } from '@waybill/domain/payments/model'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Milliseconds between looks, and after which the page stops waiting (docs/domain/payments.md#return-pages). */
const poll_ms = 2_000
const waits_ms = 60_000

/** States of a payment in which something may still come by itself. */
export function isWaiting({ status }: Pick<PaymentState, 'status'>): boolean {
  return ['created', 'redirected', 'pending', 'held'].includes(status)
}

/** Whether the gateway knows of the payment, so that paying once more would be paying twice. */
export function isPaymentInProgress({ status }: Pick<PaymentState, 'status'>): boolean {
  return status === 'pending' || status === 'held'
}

/** Milliseconds that are left of the wait for a payment, which began when this tab first waited for it. */
function waitLeft(reference: string | undefined): number {
  if (reference === undefined) return waits_ms
  const key = `payment_wait:${reference}`
  const since = Number(sessionStorage.getItem(key) ?? Number.NaN)
  if (!Number.isFinite(since)) sessionStorage.setItem(key, String(Date.now()))
  return Number.isFinite(since) ? Math.max(0, since + waits_ms - Date.now()) : waits_ms
}

/**
 * What has become of a payment: read from the server again and again until it is settled, for a minute at
 * most, which a reload does not begin anew, and again whenever the page has the focus.
 */
export function usePaymentStatus(of: {
  reference?: string | undefined
  shipment_id?: number | undefined
  payment_reference?: string | undefined
}) {
  const [isOver, setOver] = useState(false)
  const isAsked = Object.values(of).some((name) => name !== undefined)
  const query = useQuery({
    ...endpointQuery(paymentsApi.status, of),
    enabled: isAsked,
    refetchInterval: ({ state }) => {
      const payment = state.data?.payment
      return !isOver && payment && isWaiting(payment) ? poll_ms : false
    },
  })
  const { refetch } = query
  const refreshAccount = useRefreshAccount()
  const isSettled = ['complete', 'mismatch'].includes(query.data?.payment?.status ?? '')
  useEffect(() => {
    if (isSettled) refreshAccount()
  }, [isSettled, refreshAccount])
  const payment = query.data?.payment
  const awaited = payment && isWaiting(payment) ? payment.reference : undefined
  useEffect(() => {
    let timer = setTimeout(() => setOver(true), waitLeft(awaited))
    // Whoever comes back to the page, from a bank's app for one, sees what has come meanwhile.
    const lookAgain = (): void => {
      if (!isAsked || document.visibilityState === 'hidden') return
      clearTimeout(timer)
      timer = setTimeout(() => setOver(true), waits_ms)
      setOver(false)
      void refetch()
    }
    window.addEventListener('focus', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [isAsked, awaited, refetch])
  return { query, isAsked, isOver }
}
