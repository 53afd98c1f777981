import { hasPermission, isOffice, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

/** Route of the barcode generator (TOOL-007). */
export const routes: readonly PageRoute[] = [
  page('/tools/barcode-generator', () => import('./pages/BarcodesPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isOffice(me) &&
      hasPermission(me, 'API_/barcodes:POST') &&
      seesUi(me, 'UI_tools_barcode_generator') &&
      enabled_features.includes('tools'),
  }),
]
