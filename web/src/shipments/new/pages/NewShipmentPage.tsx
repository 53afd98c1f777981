import { isStaff } from '@waybill/domain/kit/actor'
import { mayBookAsGuest } from '@waybill/domain/shipments/who-may'
import { unused_feature_guest_shipment_creation } from '@waybill/domain/shipments/settings'
import { useEffect } from 'react'
import { useMe, useSetting } from '../../../kit/session/me.ts'
import { Page } from '../../../kit/ui/Layout.tsx'
import { Loading, RegionError } from '../../../kit/ui/States.tsx'
import { usePhone } from '../../../kit/ui/use-phone.ts'
import { writeSearch } from '../../../kit/url/search-text.ts'
import { useGo } from '../../../kit/url/use-go.ts'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { BookingForm } from '../BookingForm.tsx'
import { QuickQuote } from '../QuickQuote.tsx'
import { useOpening } from '../use-opening.ts'

/** `/shipments/new`: quick quote, or booking on one page; on phones customers and guests get the steps instead. */
export default function NewShipmentPage() {
  const me = useMe()
  const { values } = useSearchState()
  const isOff = useSetting(unused_feature_guest_shipment_creation)
  const isRefused =
    mayBookAsGuest(me, {
      id: me.provider_id,
      is_production: false,
      unused_feature_guest_shipment_creation: isOff,
    }) !== true
  const isQuote = values['quick_quote'] === 'quote' || (me.kind === 'guest' && isRefused)
  const isSteps = usePhone() && !isStaff(me) && !isQuote
  const go = useGo()
  const query = writeSearch(values)
  useEffect(() => {
    if (isSteps) go(`/shipments/mobile/new${query}`, { replace: true })
  }, [isSteps, query, go])
  if (isQuote) return <QuickQuote />
  return isSteps ? <Loading /> : <Booking />
}

function Booking() {
  const { initial, name, title, error, retry } = useOpening()
  if (initial) return <BookingForm key={name} name={name} initial={initial} title={title} />
  return (
    <Page width="form">
      {error ? (
        <RegionError thrown={error} what="The earlier shipment" onRetry={retry} />
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  )
}
