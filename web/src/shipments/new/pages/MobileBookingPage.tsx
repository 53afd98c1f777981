import { Loading, RegionError } from '../../../kit/ui/States.tsx'
import { MobileBooking } from '../MobileBooking.tsx'
import { useOpening } from '../use-opening.ts'

/** `/shipments/mobile/new`: booking in three steps for a phone. */
export default function MobileBookingPage() {
  const { initial, name, error, retry } = useOpening()
  if (initial) return <MobileBooking key={name} name={name} initial={initial} />
  return error ? (
    <RegionError thrown={error} what="The earlier shipment" onRetry={retry} />
  ) : (
    <Loading lines={8} />
  )
}
