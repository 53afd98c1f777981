import { useSearchState } from '../../kit/url/use-search.ts'
import { ShipmentPayment } from '../shipment-payment/ShipmentPayment.tsx'

/** Return page for an unfinished shipment payment, where the payer can try again (NAV-020, NAV-021). */
export default function ShipmentPaymentPage({ isCancelled = false }: { isCancelled?: boolean }) {
  const { values } = useSearchState()
  const id = Number(values.id ?? 0)
  return (
    <ShipmentPayment
      shipment_id={Number.isSafeInteger(id) && id > 0 ? id : undefined}
      payment_reference={values.key}
      isCancelled={isCancelled}
    />
  )
}
