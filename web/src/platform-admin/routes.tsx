import { hasPermission, isPlatformAdministrator } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const load = () => import('./pages/ReleaseNotesPage.tsx')

const managesProviders: NonNullable<PageRoute['may']> = ({ me }) =>
  isPlatformAdministrator(me) && hasPermission(me, 'API_/providers:POST')

/**
 * The release notes, for users who may see them and for the platform, which writes them (NAV-009, NAV-050); and the
 * pages of platform administrators (NAV-044, NAV-048…NAV-051).
 */
export const routes: readonly PageRoute[] = [
  page('/release-notes', load, {
    may: ({ me, enabled_features }) =>
      enabled_features.includes('release_notes') && hasPermission(me, 'INLINE_see_release_notes'),
  }),
  page('/shiplogic-admin/release-notes', load, {
    may: ({ me }) => hasPermission(me, 'API_/release-notes:POST'),
  }),
  page('/shiplogic-admin/providers', () => import('./pages/ProvidersPage.tsx'), { may: managesProviders }),
  page('/shiplogic-admin/providers/new', () => import('./pages/NewProviderPage.tsx'), {
    may: managesProviders,
  }),
  page('/shiplogic-admin/providers/$id', () => import('./pages/ProviderPage.tsx'), { may: managesProviders }),
  page('/shiplogic-admin/infobip', () => import('./pages/InfobipPage.tsx'), {
    may: ({ me }) => isPlatformAdministrator(me) && hasPermission(me, 'API_/providers/infobip-config:POST'),
  }),
  page('/shiplogic-admin/short-urls', () => import('./pages/ShortUrlsPage.tsx'), {
    may: ({ me }) => isPlatformAdministrator(me) && hasPermission(me, 'API_/short-urls:POST'),
  }),
]
