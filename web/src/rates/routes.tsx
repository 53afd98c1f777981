import { hasPermission, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Allows staff who may see and read price books, when the feature is enabled (NAV-041). */
const maySee: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  isStaff(me) &&
  enabled_features.includes('rates') &&
  seesUi(me, 'UI_rates_and_estimates') &&
  hasPermission(me, 'API_/rates/revisions:GET')

const load = () => import('./pages/RatesPage.tsx')

/** Routes of the rates pages, by tab; the grid is the default tab. */
export const routes: readonly PageRoute[] = [
  page('/rates-and-estimates', load, { may: maySee, rail: true }),
  page('/rates-and-estimates/publish/$id', () => import('./pages/PublishPage.tsx'), { may: maySee }),
  page('/rates-and-estimates/$tab', load, { may: maySee, rail: true }),
  page('/rates-and-estimates/$tab/$id', load, { may: maySee, rail: true }),
]
