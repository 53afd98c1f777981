import { isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'
import { seesBilling } from './may-see.ts'

const maySee: NonNullable<PageRoute['may']> = ({ me }) => me.kind !== 'guest' && seesBilling(me)

/** Invoices and credit notes, for customers and under `/accounts` for staff; billing of all accounts (NAV-025, NAV-026). */
export const routes: readonly PageRoute[] = [
  page('/billing', () => import('./pages/BillingPage.tsx'), {
    may: (access) =>
      maySee(access) &&
      isStaff(access.me) &&
      seesUi(access.me, 'UI_billing') &&
      access.enabled_features.includes('billing'),
  }),
  ...['', '/accounts'].flatMap((prefix) => [
    page(`${prefix}/invoices/$id`, () => import('./pages/InvoicePage.tsx'), { may: maySee }),
    page(`${prefix}/credit-notes/$id`, () => import('./pages/CreditNotePage.tsx'), { may: maySee }),
  ]),
]
