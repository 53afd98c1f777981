import { createHmac } from 'node:crypto'
import type { FakeName, FakeReport } from './network.ts'

/** A call of a network to the product. */
export interface ReportCall {
  headers: Record<string, string>
  body: string
}

const tcg_statuses = {
  deposit: 'in-locker',
  collect: 'collected-by-recipient',
  fail: 'cancelled',
  expire: 'expired',
} as const
const bob_statuses = {
  deposit: 'ready-for-pickup',
  collect: 'collected-by-customer',
  fail: 'cancelled',
  expire: 'expired',
} as const

function bodyOf(network: FakeName, report: FakeReport): object {
  const { id, booking, kind, by, at } = report
  const isTakenOut = kind === 'collect' && by === 'courier'
  switch (network) {
    case 'tcg-locker':
      return {
        shipment_id: booking.id,
        custom_tracking_reference: booking.number,
        tracking_events: [
          {
            id,
            status: isTakenOut ? 'collected-from-locker' : tcg_statuses[kind],
            date: at.toISOString(),
            message: '',
            location: booking.door,
          },
        ],
      }
    case 'bob-box':
      return {
        shipment_tracking_reference: booking.number,
        checkpoints: [
          {
            id,
            status: isTakenOut ? 'collected-by-courier' : bob_statuses[kind],
            time: at.toISOString(),
            door: booking.door,
          },
        ],
      }
    case 'ram-counter':
      return {
        events: [{ event_id: id, reservation_id: booking.id, kind, by, occurred_at: at.toISOString() }],
      }
  }
}

/** Returns the call with which a network sends a report at `now`, signed with `key`. */
export function reportCall(network: FakeName, report: FakeReport, key: string, now: Date): ReportCall {
  const body = JSON.stringify(bodyOf(network, report))
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
  return {
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': timestamp,
      'x-webhook-signature': `sha256=${signature}`,
    },
    body,
  }
}
