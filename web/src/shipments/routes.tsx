import { holdsAll, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Whether somebody may see shipments: staff by permission and menu, customers always. */
const maySee: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  enabled_features.includes('shipments') &&
  (!isStaff(me) || (holdsAll(me, ['API_/shipments:GET']) && seesUi(me, 'UI_shipments')))

/** The list of shipments and one shipment (SHIP-097). */
export const routes: readonly PageRoute[] = [
  page('/shipments', () => import('./pages/ShipmentsPage.tsx'), { may: maySee }),
  page('/shipments/$id', () => import('./pages/ShipmentPage.tsx'), { may: maySee }),
]
