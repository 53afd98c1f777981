import ShipmentPaymentPage from './ShipmentPaymentPage.tsx'

/** Where a cancelled payment for a shipment returns to (NAV-020). */
export default function CancelledPaymentPage() {
  return <ShipmentPaymentPage isCancelled />
}
