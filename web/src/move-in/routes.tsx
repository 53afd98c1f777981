import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const mover: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) && hasPermission(me, 'API_/move-in:GET') && enabled_features.includes('tools')

/** Pages on which a company moves in from another system (docs/domain/tools.md). */
export const routes: readonly PageRoute[] = [
  page('/tools/move-in', () => import('./pages/MoveInPage.tsx'), { may: mover }),
  page('/tools/move-in/shadow-months/$id', () => import('./pages/ShadowMonthPage.tsx'), { may: mover }),
  page('/tools/move-in/$kind', () => import('./pages/LoadPage.tsx'), { may: mover }),
]
