import { hasPermission, isDriver } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../../kit/url/page.ts'

/** Users who may make quotes but not book use the one-page form for quotes, if the company has enabled quotes. */
const mayQuote: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  hasPermission(me, 'API_/shipment-quotes:POST') && enabled_features.includes('shipment_quotes')

/**
 * Guests may always open the page, because it displays prices. Signed-in users need the permission to book. Drivers
 * may not book.
 */
const mayBook: NonNullable<PageRoute['may']> = ({ me }) =>
  me.kind === 'guest' || (hasPermission(me, 'API_/shipments:POST') && !isDriver(me))

/** Booking routes: the one-page form with quick quote, the steps for phones, and the success page. */
export const routes: readonly PageRoute[] = [
  page('/shipments/new', () => import('./pages/NewShipmentPage.tsx'), {
    open: true,
    may: (access) => mayBook(access) || mayQuote(access),
  }),
  page('/shipments/mobile/new', () => import('./pages/MobileBookingPage.tsx'), {
    open: true,
    bare: true,
    may: mayBook,
  }),
  page('/shipments/success', () => import('./pages/SuccessPage.tsx'), { open: true }),
]
