import type { GatewayName } from '@waybill/domain/payments/gateway-list'
import type { SentNotice } from '../../../server/dev/fakes/payments/index.ts'

/** Changes a notification as a forger does, who knows no secret of a gateway. */
type Forgery = (notice: SentNotice) => SentNotice

const withBody =
  (change: (body: string) => string): Forgery =>
  (notice) => ({ ...notice, body: change(notice.body) })

/** JSON as a gateway wrote it, with other values at some names, at any depth. */
const withValues = (values: Readonly<Record<string, unknown>>): Forgery =>
  withBody((body) =>
    JSON.stringify(
      JSON.parse(body, (name: string, value: unknown) => (name in values ? values[name] : value)),
    ),
  )

/** What forgers send for each gateway: that an unpaid payment is paid, other amounts, and nonsense. */
const forgeries: Readonly<Record<GatewayName, readonly Forgery[]>> = {
  payfast: [
    withBody((body) => body.replace(/payment_status=\w+/, 'payment_status=COMPLETE')),
    withBody((body) => body.replace(/amount_gross=[\d.]+/, 'amount_gross=99999.00')),
    withBody((body) => body.replace(/pf_payment_id=\d+/, 'pf_payment_id=1')),
    withBody((body) => body.replace(/signature=\w+/, `signature=${'0'.repeat(32)}`)),
    withBody((body) => body.replace(/&signature=\w+/, '')),
  ],
  bobpay: [
    // The signature of Bob Pay covers neither of these, so only asking Bob Pay unmasks them.
    withValues({ status: 'paid', paid_amount: 99_999 }),
    withValues({ status: 'paid', id: 'another-payment', uuid: 'another-payment' }),
    withValues({ signature: '0'.repeat(32), status: 'paid' }),
    withValues({ amount: 99_999 }),
    withBody((body) => body.slice(0, -20)),
  ],
  stitch: [
    withValues({ status: 'Completed' }),
    withValues({ quantity: '99999.00' }),
    (notice) => ({ ...notice, headers: { ...notice.headers, 'svix-timestamp': '1700000000' } }),
    (notice) => ({ ...notice, headers: { ...notice.headers, 'svix-signature': 'v1,AAAA' } }),
    (notice) => ({ ...notice, headers: { 'content-type': 'application/json' } }),
  ],
}

/**
 * Returns everything that forgers make of a notification. What they leave as it was is not among it, because that is
 * the genuine one.
 */
export function forgedFrom(gateway: GatewayName, notice: SentNotice): SentNotice[] {
  return forgeries[gateway]
    .map((forge) => forge(notice))
    .filter(({ body, headers }) => body !== notice.body || headers !== notice.headers)
}

/** Returns a notification about a payment that does not exist. */
export function aboutNothing(notice: SentNotice, customId: string): SentNotice {
  return { ...notice, body: notice.body.replaceAll(customId, 'PMT999999') }
}
