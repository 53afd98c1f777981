import { isStaff } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** The list of tools, open to staff (TOOL-001). */
export const toolRoutes: readonly PageRoute[] = [
  page('/tools', () => import('./ToolsPage.tsx'), {
    may: ({ me, enabled_features }) => isStaff(me) && enabled_features.includes('tools'),
  }),
]
