import { hasPermission, isOffice, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const importTool: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  hasPermission(me, 'API_/shipments/bulk-import:POST') &&
  seesUi(me, 'UI_tools_shipment_bulk_import') &&
  enabled_features.includes('tools')

/** Account users import from the shipments section, because the tools section is for staff only (TOOL-001). */
const ownImport: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  me.kind === 'user' &&
  !isStaff(me) &&
  me.account_id !== null &&
  hasPermission(me, 'API_/shipments/bulk-import:POST') &&
  enabled_features.includes('shipments')

const stickerTool: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  hasPermission(me, 'API_/tracking-stickers:GET') &&
  seesUi(me, 'UI_tools_assign_tracking_stickers') &&
  enabled_features.includes('tools')

/** The tools section has exactly nine keys (PERM-036), so this tool uses the key of the shipments it changes. */
const updateTool: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isOffice(me) &&
  hasPermission(me, 'API_/shipments/bulk-update:POST') &&
  seesUi(me, 'UI_shipments') &&
  enabled_features.includes('tools')

/** Routes of the tools for many shipments: import, stickers and bulk update (TOOL-003, TOOL-004). */
export const routes: readonly PageRoute[] = [
  page('/tools/shipment-bulk-import', () => import('./pages/ImportsPage.tsx'), { may: importTool }),
  page('/tools/shipment-bulk-import/$id', () => import('./pages/ImportPage.tsx'), { may: importTool }),
  page('/shipments/import', () => import('./pages/ImportsPage.tsx'), { may: ownImport }),
  page('/shipments/import/$id', () => import('./pages/ImportPage.tsx'), { may: ownImport }),
  page('/tools/assign-tracking-stickers', () => import('./pages/StickersPage.tsx'), { may: stickerTool }),
  page('/tools/assign-tracking-stickers/$id', () => import('./pages/StickerRangePage.tsx'), {
    may: stickerTool,
  }),
  page('/tools/bulk-update', () => import('./pages/BulkUpdatesPage.tsx'), { may: updateTool }),
  page('/tools/bulk-update/$id', () => import('./pages/BulkUpdatePage.tsx'), { may: updateTool }),
]
