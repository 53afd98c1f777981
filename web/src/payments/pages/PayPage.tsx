import { usePathPart } from '../../kit/url/use-path-part.ts'
import { ShipmentPayment } from '../shipment-payment/ShipmentPayment.tsx'

/** Where whoever was sent the link of a shipment pays for it, without a sign-in (NAV-012). */
export default function PayPage() {
  return <ShipmentPayment payment_reference={usePathPart('reference')} />
}
