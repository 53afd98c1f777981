import { holds } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const load = () => import('./pages/ReleaseNotesPage.tsx')

/** What is new: for who may see it, and for the platform, which writes it (NAV-009, NAV-051). */
export const routes: readonly PageRoute[] = [
  page('/release-notes', load, {
    may: ({ me, enabled_features }) =>
      enabled_features.includes('release_notes') && holds(me, 'INLINE_see_release_notes'),
  }),
  page('/shiplogic-admin/release-notes', load, { may: ({ me }) => holds(me, 'API_/release-notes:POST') }),
]
