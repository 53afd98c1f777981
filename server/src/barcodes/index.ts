import { barcodesApi } from '@waybill/domain/barcodes/api'
import { serveExternal } from '../kit/handler.ts'
import { printBarcodes } from './print-barcodes.ts'

export const barcodeRoutes = [serveExternal(barcodesApi.print, printBarcodes)]
