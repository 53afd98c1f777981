import { useQuery } from '@tanstack/react-query'
import { paymentsApi } from '@waybill/domain/payments/api'
import type { PaymentState } from '@waybill/domain/payments/model'
import { useEffect, useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Polling interval, and the time after which the page stops polling; ms (docs/domain/payments.md#return-pages). */
const poll_ms = 2_000
const waits_ms = 60_000

/** Whether the status of a payment can still change without user action. */
export function isWaiting({ status }: Pick<PaymentState, 'status'>): boolean {
  return ['created', 'redirected', 'pending', 'held'].includes(status)
}

/** Whether the gateway already has the payment, so that paying again could pay twice. */
export function isPaymentInProgress({ status }: Pick<PaymentState, 'status'>): boolean {
  return status === 'pending' || status === 'held'
}

/** Returns the remaining polling time of a payment in ms. The time starts when this tab first polls for it. */
function waitLeft(reference: string | undefined): number {
  if (reference === undefined) return waits_ms
  const key = `payment_wait:${reference}`
  const since = Number(sessionStorage.getItem(key) ?? Number.NaN)
  if (!Number.isFinite(since)) sessionStorage.setItem(key, String(Date.now()))
  return Number.isFinite(since) ? Math.max(0, since + waits_ms - Date.now()) : waits_ms
}

/**
 * Polls the status of a payment until it is settled, for at most one minute; reloading the page does not restart the
 * minute. When the page gets focus, it reads the status again and polls for another minute.
 */
export function usePaymentStatus(of: {
  reference?: string | undefined
  shipment_id?: number | undefined
  payment_reference?: string | undefined
}) {
  const [isOver, setOver] = useState(false)
  const hasReference = Object.values(of).some((name) => name !== undefined)
  const query = useQuery({
    ...endpointQuery(paymentsApi.status, of),
    enabled: hasReference,
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
    // A payer who returns to the page, for example from a bank app, sees the current status.
    const checkAgain = (): void => {
      if (!hasReference || document.visibilityState === 'hidden') return
      clearTimeout(timer)
      timer = setTimeout(() => setOver(true), waits_ms)
      setOver(false)
      void refetch()
    }
    window.addEventListener('focus', checkAgain)
    document.addEventListener('visibilitychange', checkAgain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', checkAgain)
      document.removeEventListener('visibilitychange', checkAgain)
    }
  }, [hasReference, awaited, refetch])
  return { query, isAsked: hasReference, isOver }
}
