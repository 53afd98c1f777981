import { hasPermission, isDriver } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../../kit/url/page.ts'

/** Who keeps quotes without booking uses the form on one page for it, where the company keeps quotes. */
const mayQuote: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  hasPermission(me, 'API_/shipment-quotes:POST') && enabled_features.includes('shipment_quotes')

/** Guests may always look at prices; everybody signed in needs the permission to book. Drivers do not book. */
const mayBook: NonNullable<PageRoute['may']> = ({ me }) =>
  me.kind === 'guest' || (hasPermission(me, 'API_/shipments:POST') && !isDriver(me))

/** Booking: the one-page form and quick quote, the steps for phones, and the page after success. */
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
