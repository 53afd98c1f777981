import { hasPermission, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Customers who may see billing information. */
const mayPay: NonNullable<PageRoute['may']> = ({ me }) =>
  me.account_id !== null && hasPermission(me, 'INLINE_see_billing_info')

/** Staff who may see imported bank payments. */
const mayImport: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isStaff(me) &&
  seesUi(me, 'UI_billing') &&
  hasPermission(me, 'API_/billing/import/payments:GET') &&
  enabled_features.includes('billing')

/** Routes for top-ups, imported payments, and the return pages of payments (NAV-008, NAV-020, NAV-021). */
export const routes: readonly PageRoute[] = [
  page('/billing/imported-payments/$id', () => import('./pages/ImportedPaymentPage.tsx'), { may: mayImport }),
  page('/top-up-account', () => import('./pages/TopUpPage.tsx'), { may: mayPay }),
  ...['/topup/success', '/topup/pending'].map((path) =>
    page(path, () => import('./pages/TopUpResultPage.tsx'), { may: mayPay }),
  ),
  page('/stitch-payment', () => import('./pages/StitchResultPage.tsx'), { open: true }),
  page('/topup/shipment/pending', () => import('./pages/ShipmentPaymentPage.tsx'), { open: true }),
  page('/pay/$reference', () => import('./pages/PayPage.tsx'), { open: true }),
  page('/shipments/payfast-cancelled', () => import('./pages/CancelledPaymentPage.tsx'), { open: true }),
]
