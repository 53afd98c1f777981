import { isKiosk } from '@waybill/domain/identity/page-modes'
import { Loading, RegionError } from '../../../kit/ui/states/States.tsx'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { Kiosk } from './Kiosk.tsx'
import { MobileBooking } from '../mobile/MobileBooking.tsx'
import { useOpening } from '../use-opening.ts'
import { useFunds } from './use-funds.tsx'
import { usePageMode } from './use-page-mode.ts'

/** `/shipments/mobile/new`: booking in three steps on a phone or a kiosk. */
export default function MobileBookingPage() {
  const { values } = useSearchState()
  const { mode } = usePageMode()
  if (mode === null) return <Loading lines={8} />
  if (!isKiosk(mode)) return <Steps />
  return (
    <Kiosk isPaidHere={mode === 'kiosk-with-payment-flow'} custom_reference={values['custom-ref'] ?? ''} />
  )
}

function Steps() {
  const { initial, name, error, retry } = useOpening()
  const funds = useFunds()
  if (initial) return <MobileBooking key={name} name={name} initial={initial} funds={funds} />
  return error ? (
    <RegionError thrown={error} what="The earlier shipment" onRetry={retry} />
  ) : (
    <Loading lines={8} />
  )
}
