import { hasPermission } from '@waybill/domain/kit/actor'
import { page, type Access, type PageRoute } from '../kit/url/page.ts'

const isOn = ({ enabled_features, settings }: Access): boolean =>
  enabled_features.includes('help_centre') && settings.help_centre_enabled !== false
const everybody: Pick<PageRoute, 'open' | 'may'> = { open: true, may: isOn }
const editors: Pick<PageRoute, 'may'> = {
  may: (access) => isOn(access) && hasPermission(access.me, 'API_/help-centre/articles:POST'),
}

/** Routes of the help centre, which is also open to guests (HELP-001), and of its editor. */
export const routes: readonly PageRoute[] = [
  page('/help-centre', () => import('./pages/HelpCentrePage.tsx'), everybody),
  page('/help-centre/manage', () => import('./pages/ManageArticlesPage.tsx'), editors),
  page('/help-centre/manage/$slug', () => import('./pages/EditArticlePage.tsx'), editors),
  page('/help-centre/$slug', () => import('./pages/HelpArticlePage.tsx'), everybody),
]
