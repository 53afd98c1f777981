import { mayViewAudit } from '@waybill/domain/audit/access'
import { isStaff } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The page with all changes in the company (AUD-014). */
export const routes: readonly PageRoute[] = [
  page('/audit-trail', () => import('./pages/AuditTrailPage.tsx'), {
    may: ({ me }) => isStaff(me) && mayViewAudit(me, undefined) === true,
  }),
]
