import { isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../../kit/url/page.ts'

/** The list of tools, for staff except drivers, who work on their trip sheet (TOOL-001, NAV-064). */
export const toolRoutes: readonly PageRoute[] = [
  page('/tools', () => import('./ToolsPage.tsx'), {
    may: ({ me, enabled_features }) => isOffice(me) && enabled_features.includes('tools'),
  }),
]
