import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'
import { maySeeAnyMap } from '@waybill/domain/maps/map-kinds'

const seesBranches: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  hasPermission(me, 'API_/branches:GET') &&
  seesUi(me, 'UI_settings') &&
  enabled_features.includes('settings')

/** The map requires permission for at least one kind of map and for reading zones, and the feature `maps` (NAV-063). */
const seesMaps: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  maySeeAnyMap(me) === true &&
  hasPermission(me, 'API_/geofence/zones:GET') &&
  enabled_features.includes('maps')

/** Routes of the map, and of the branches, which are reached from the settings (NAV-041, ACC-026). */
export const routes: readonly PageRoute[] = [
  page('/maps', () => import('./pages/MapsPage.tsx'), { rail: true, may: seesMaps }),
  page('/maps/$kind/$id', () => import('./pages/ZonePage.tsx'), { rail: true, may: seesMaps }),
  page('/branches', () => import('./pages/BranchesPage.tsx'), { may: seesBranches }),
  page('/branches/$id', () => import('./pages/BranchPage.tsx'), { may: seesBranches }),
]
