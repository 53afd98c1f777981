import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The page of failed jobs, for users who may decide about them. */
export const routes: readonly PageRoute[] = [
  page('/tools/failed-jobs', () => import('./pages/FailedJobsPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) && hasPermission(me, 'API_/jobs/failed:GET') && enabled_features.includes('tools'),
  }),
]
