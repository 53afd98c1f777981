import { holds } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The address book of an account. */
export const routes: readonly PageRoute[] = [
  page('/address-book', () => import('./pages/AddressBookPage.tsx'), {
    may: ({ me, enabled_features }) =>
      me.kind !== 'guest' && enabled_features.includes('address_book') && holds(me, 'API_/accounts/address-books:GET'),
  }),
]
