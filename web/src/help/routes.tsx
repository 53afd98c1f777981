import { page, type PageRoute } from '../kit/url/page.ts'

const isOn: Pick<PageRoute, 'open' | 'may'> = {
  open: true,
  may: ({ enabled_features }) => enabled_features.includes('help_centre'),
}

/** The help centre, for guests too (HELP-001). */
export const routes: readonly PageRoute[] = [
  page('/help-centre', () => import('./pages/HelpCentrePage.tsx'), isOn),
  page('/help-centre/$slug', () => import('./pages/HelpArticlePage.tsx'), isOn),
]
