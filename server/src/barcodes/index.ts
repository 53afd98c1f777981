import { barcodesApi } from '@waybill/domain/barcodes/api'
import { servePartner } from '../kit/verb.ts'
import { printBarcodes } from './print-barcodes.ts'

export const barcodeRoutes = [servePartner(barcodesApi.print, printBarcodes)]
