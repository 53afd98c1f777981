import { cashApi } from '@waybill/domain/cash/api'
import { serve } from '../kit/handler.ts'
import { countCash, decideCashUp, listCashUps, readDrawer, readHolders } from './cash-ups.ts'
import { listReceipts, reserveNumbers, voidReceipt } from './receipts.ts'
import { depositCash, giveFloat, openTill, payFromTill } from './tills.ts'

export { requireOffice, seesAllCash, seesCashOf } from './access.ts'
export { findPayout, insertMovement } from './book-store.ts'
export { listPayableRows, listReceiptRows, lockReadyMoney, putIntoRemittance } from './receipt-store.ts'
export { acceptEarlierMoney, readDue, recordCollection, requireMoney } from './receipts.ts'
export { insertRemittance, listRemittanceRows, type RemittanceRow } from './remittance-store.ts'
export {
  findLastTill,
  findTill,
  findTillCount,
  listTillMovements,
  listTillRows,
  type TillRow,
} from './till-store.ts'
export { putIntoTill } from './tills.ts'

export const cashRoutes = [
  serve(cashApi.reserveNumbers, reserveNumbers),
  serve(cashApi.drawer, readDrawer),
  serve(cashApi.holders, readHolders),
  serve(cashApi.giveFloat, giveFloat),
  serve(cashApi.deposit, depositCash),
  serve(cashApi.openTill, openTill),
  serve(cashApi.payFromTill, payFromTill),
  serve(cashApi.cashUps, listCashUps),
  serve(cashApi.cashUp, countCash),
  serve(cashApi.decide, decideCashUp),
  serve(cashApi.receipts, listReceipts),
  serve(cashApi.voidReceipt, voidReceipt),
]
