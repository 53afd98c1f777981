import { hasPermission, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const hasInbox: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.email !== '' &&
  enabled_features.includes('inbox') &&
  hasPermission(me, 'API_/inbox:GET') &&
  (me.account_id !== null || seesUi(me, 'UI_my_inbox'))

/** Inbox pages for users with an email address (NAV-034, NOTE-023). */
export const routes: readonly PageRoute[] = [
  page('/inbox', () => import('./pages/InboxPage.tsx'), { may: hasInbox }),
  page('/inbox/$id', () => import('./pages/InboxMessagePage.tsx'), { may: hasInbox }),
]
