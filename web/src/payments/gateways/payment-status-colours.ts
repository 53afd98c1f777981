import type { PaymentStatus } from '@waybill/domain/payments/payment'
import type { StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'

/** The colour of every payment status (STAT-063, STAT-064). */
export const payment_families: Readonly<Record<PaymentStatus, StatusFamily>> = {
  created: 'blue',
  redirected: 'blue',
  pending: 'blue',
  complete: 'green',
  failed: 'red',
  cancelled: 'grey',
  expired: 'grey',
  mismatch: 'red',
  held: 'yellow',
}
