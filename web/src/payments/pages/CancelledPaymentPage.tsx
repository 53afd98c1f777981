import ShipmentPaymentPage from './ShipmentPaymentPage.tsx'

/** Return page after a cancelled shipment payment (NAV-020). */
export default function CancelledPaymentPage() {
  return <ShipmentPaymentPage isCancelled />
}
