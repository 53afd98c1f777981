import { hasPermission, isAccountAdmin, isDriver, isOffice, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const seesAccounts: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isStaff(me) &&
  !isDriver(me) &&
  (hasPermission(me, 'API_/accounts:GET') || hasPermission(me, 'API_/billing/invoices:GET')) &&
  seesUi(me, 'UI_accounts') &&
  enabled_features.includes('accounts')

/**
 * Routes for the accounts of staff, a customer's own account for its owner, the address book, and the tool that
 * copies one (NAV-007, NAV-065, ACC-020).
 */
export const routes: readonly PageRoute[] = [
  page('/account', () => import('./pages/OwnAccountPage.tsx'), {
    may: ({ me }) => me.account_id !== null && isAccountAdmin(me),
  }),
  page('/accounts', () => import('./pages/AccountsPage.tsx'), { may: seesAccounts }),
  page('/accounts/new', () => import('./pages/NewAccountPage.tsx'), {
    may: (access) => seesAccounts(access) && hasPermission(access.me, 'API_/accounts:POST'),
  }),
  page('/accounts/$id', () => import('./pages/AccountPage.tsx'), { may: seesAccounts }),
  page('/tools/copy-address-book', () => import('./pages/CopyAddressBookPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      hasPermission(me, 'API_/accounts:GET') &&
      hasPermission(me, 'API_/accounts/address-books:POST') &&
      seesUi(me, 'UI_tools_copy_address_book') &&
      enabled_features.includes('tools'),
  }),
  page('/address-book', () => import('./pages/AddressBookPage.tsx'), {
    may: ({ me, enabled_features }) =>
      me.kind !== 'guest' &&
      enabled_features.includes('address_book') &&
      hasPermission(me, 'API_/accounts/address-books:GET'),
  }),
]
