import { hasPermission, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Staff who read the price book, while the feature is on (NAV-041). */
const maySee: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  isStaff(me) &&
  enabled_features.includes('rates') &&
  seesUi(me, 'UI_rates_and_estimates') &&
  hasPermission(me, 'API_/rates/revisions:GET')

const load = () => import('./pages/RatesPage.tsx')

/** Prices and everything they are made of, by tab; the grid when none is named. */
export const routes: readonly PageRoute[] = [
  page('/rates-and-estimates', load, { may: maySee, rail: true }),
  page('/rates-and-estimates/publish/$id', () => import('./pages/PublishPage.tsx'), { may: maySee }),
  page('/rates-and-estimates/$tab', load, { may: maySee, rail: true }),
  page('/rates-and-estimates/$tab/$id', load, { may: maySee, rail: true }),
]
