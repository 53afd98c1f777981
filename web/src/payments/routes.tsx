import { holds } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Customers who may see money. */
const mayPay: NonNullable<PageRoute['may']> = ({ me }) =>
  me.account_id !== null && holds(me, 'INLINE_see_billing_info')

/** Paying into an account, and where payment pages return to (NAV-008, NAV-020, NAV-021). */
export const routes: readonly PageRoute[] = [
  page('/top-up-account', () => import('./pages/TopUpPage.tsx'), { may: mayPay }),
  ...['/topup/success', '/topup/pending', '/stitch-payment'].map((path) =>
    page(path, () => import('./pages/TopUpResultPage.tsx'), { may: mayPay }),
  ),
  ...['/topup/shipment/pending', '/shipments/payfast-cancelled'].map((path) =>
    page(path, () => import('./pages/ShipmentPaymentPage.tsx'), { open: true }),
  ),
]
