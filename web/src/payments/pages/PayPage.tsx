import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ShipmentPayment } from '../shipment-payment/ShipmentPayment.tsx'

/** Payment page for anyone with a shipment's payment link, without sign-in (NAV-012). */
export default function PayPage() {
  return <ShipmentPayment payment_reference={usePathPart('reference')} />
}
