import { isOffice } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../../kit/url/page.ts'

/** The list of tools, open to the staff of the office (TOOL-001, NAV-064); drivers work on their trip sheet. */
export const toolRoutes: readonly PageRoute[] = [
  page('/tools', () => import('./ToolsPage.tsx'), {
    may: ({ me, enabled_features }) => isOffice(me) && enabled_features.includes('tools'),
  }),
]
