import { useQuery } from '@tanstack/react-query'
import { paymentsApi } from '@waybill/domain/payments/api'
import type { PaymentState } from '@waybill/domain/payments/model'
import { useEffect, useState } from 'react'
import { reading } from '../kit/api/index.ts'
import { useReadOwnAccount } from './use-own-account.ts'

/** Milliseconds between looks, and after which the page stops waiting (docs/domain/payments.md#return-pages). */
const look_ms = 2_000
const waits_ms = 60_000

/** States of a payment in which something may still come by itself. */
export function isWaiting({ status }: Pick<PaymentState, 'status'>): boolean {
  return ['created', 'redirected', 'pending', 'held'].includes(status)
}

/**
 * Whether a page waits for a payment: one that the gateway knows of for as long as it takes, one of which nothing has
 * been heard since the payer went there only while the page looks.
 */
export function isAwaited({ status }: Pick<PaymentState, 'status'>, isOver: boolean): boolean {
  return isWaiting({ status }) && (!isOver || status === 'pending' || status === 'held')
}

/**
 * What has become of a payment: read from the server again and again until it is settled, for a minute at
 * most, and anew whenever the page has the focus again.
 */
export function usePaymentStatus(of: {
  reference?: string | undefined
  shipment_id?: number | undefined
  payment_reference?: string | undefined
}) {
  const [isOver, setOver] = useState(false)
  const isAsked = Object.values(of).some((name) => name !== undefined)
  const query = useQuery({
    ...reading(paymentsApi.status, of),
    enabled: isAsked,
    refetchInterval: ({ state }) => {
      const payment = state.data?.payment
      return !isOver && payment && isWaiting(payment) ? look_ms : false
    },
  })
  const { refetch } = query
  const readOwnAccount = useReadOwnAccount()
  const isSettled = ['complete', 'mismatch'].includes(query.data?.payment?.status ?? '')
  useEffect(() => {
    if (isSettled) readOwnAccount()
  }, [isSettled, readOwnAccount])
  useEffect(() => {
    let timer = setTimeout(() => setOver(true), waits_ms)
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
  }, [isAsked, refetch])
  return { query, isAsked, isOver }
}
