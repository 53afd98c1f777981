import { hasPermission, isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The page for tags of accounts, shipments and areas, linked from the settings and the map (MAP-001, MAP-003). */
export const routes: readonly PageRoute[] = [
  page('/tags', () => import('./pages/TagsPage.tsx'), {
    may: ({ me }) => isOffice(me) && hasPermission(me, 'API_/tags:GET'),
  }),
]
