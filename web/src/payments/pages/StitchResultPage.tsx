import { useSearchState } from '../../kit/url/use-search.ts'
import ShipmentPaymentPage from './ShipmentPaymentPage.tsx'
import TopUpResultPage from './TopUpResultPage.tsx'

/** Return page for all Stitch payments: for a shipment when the URL has its id, otherwise for a top-up (NAV-021). */
export default function StitchResultPage() {
  const { values } = useSearchState()
  return values.id ? <ShipmentPaymentPage /> : <TopUpResultPage />
}
