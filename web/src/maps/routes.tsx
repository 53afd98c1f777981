import { holds, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const seesBranches: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  holds(me, 'API_/branches:GET') &&
  seesUi(me, 'UI_settings') &&
  enabled_features.includes('settings')

/** The branches of the company, reached from its settings (ACC-026). */
export const routes: readonly PageRoute[] = [
  page('/branches', () => import('./pages/BranchesPage.tsx'), { may: seesBranches }),
  page('/branches/$id', () => import('./pages/BranchPage.tsx'), { may: seesBranches }),
]
