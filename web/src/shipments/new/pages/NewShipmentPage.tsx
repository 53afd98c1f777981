import { isStaff } from '@waybill/domain/kit/actor'
import { isKiosk } from '@waybill/domain/identity/page-modes'
import { useMe } from '../../../kit/session/me.ts'
import { Page } from '../../../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../../../kit/ui/states/States.tsx'
import { usePhone } from '../../../kit/ui/page-layout/use-phone.ts'
import { writeSearch } from '../../../kit/url/search-text.ts'
import { usePageSearch } from '../../../kit/url/use-page-search.ts'
import { useRedirect } from '../../../kit/url/use-redirect.ts'
import { BookingForm } from '../BookingForm.tsx'
import { CaptureForm } from '../data-capturing/CaptureForm.tsx'
import { QuickQuote } from '../quotes/QuickQuote.tsx'
import { useMayBook } from '../use-may-book.ts'
import { useOpening } from '../use-opening.ts'
import { useFunds } from './use-funds.tsx'
import { usePageMode } from './use-page-mode.ts'

/**
 * `/shipments/new`: the quick quote, or booking on one page. Redirects to the mobile steps for customers and guests
 * on phones, and for every user whose page mode is mobile or kiosk (SHIP-103).
 */
export default function NewShipmentPage() {
  const me = useMe()
  const values = usePageSearch('/shipments/new')
  const books = useMayBook()
  const isQuote = values['quick_quote'] === 'quote' || !books
  const { mode } = usePageMode()
  const isPhone = usePhone()
  const isSteps = !isQuote && (mode === 'mobile' || isKiosk(mode) || (isPhone && !isStaff(me)))
  useRedirect(isSteps ? `/shipments/mobile/new${writeSearch(values)}` : null)
  if (isQuote) return <QuickQuote />
  return isSteps || mode === null ? <Loading /> : <Booking isCapturing={mode === 'data-capturing'} />
}

function Booking({ isCapturing }: { isCapturing: boolean }) {
  const { initial, name, title, error, retry } = useOpening()
  const funds = useFunds()
  if (initial && isCapturing) return <CaptureForm key={name} name={name} initial={initial} title={title} />
  if (initial) return <BookingForm key={name} name={name} initial={initial} title={title} funds={funds} />
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
