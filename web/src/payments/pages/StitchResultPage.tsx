import { useSearchState } from '../../kit/url/use-search.ts'
import ShipmentPaymentPage from './ShipmentPaymentPage.tsx'
import TopUpResultPage from './TopUpResultPage.tsx'

/** Where everything paid with Stitch returns to: a shipment when the address names one, else a top-up (NAV-021). */
export default function StitchResultPage() {
  const { values } = useSearchState()
  return values.id ? <ShipmentPaymentPage /> : <TopUpResultPage />
}
