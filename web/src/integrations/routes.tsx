import { hasPermission, isDriver, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const managesIntegrations: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isStaff(me) &&
  !isDriver(me) &&
  hasPermission(me, 'API_/integrations:GET') &&
  seesUi(me, 'UI_tools_third_party_integrations') &&
  enabled_features.includes('tools')

/** Connections to third parties, for staff (TOOL-012). */
export const routes: readonly PageRoute[] = [
  page('/tools/third-party-integrations', () => import('./pages/IntegrationsPage.tsx'), {
    may: managesIntegrations,
  }),
  page('/tools/third-party-integrations/$id', () => import('./pages/IntegrationPage.tsx'), {
    may: managesIntegrations,
  }),
]
