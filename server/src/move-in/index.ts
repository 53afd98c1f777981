import { load_calls, moveInApi } from '@waybill/domain/move-in/api'
import { move_in_kinds } from '@waybill/domain/move-in/columns'
import { serve, serveExternal } from '../kit/handler.ts'
import { loadFile } from './load-file.ts'
import { readBatches, readOpenings, readOverview, saveBalances, start } from './read.ts'
import {
  priceShadowMonth,
  readShadowMonths,
  readShadowSums,
  readShadowWaybills,
  removeShadowMonth,
} from './shadow-month.ts'
import { undoBatch } from './undo-batch.ts'

export { audited_batch } from './audited-store.ts'

export const moveInRoutes = [
  serve(moveInApi.overview, readOverview),
  serve(moveInApi.batches, readBatches),
  serveExternal(moveInApi.undo, undoBatch),
  serve(moveInApi.openings, readOpenings),
  serveExternal(moveInApi.saveOldBalances, saveBalances),
  serve(moveInApi.start, start),
  serve(moveInApi.shadowMonths, readShadowMonths),
  serveExternal(moveInApi.priceShadowMonth, priceShadowMonth),
  serve(moveInApi.shadowWaybills, readShadowWaybills),
  serve(moveInApi.shadowSums, readShadowSums),
  serve(moveInApi.removeShadowMonth, removeShadowMonth),
  ...move_in_kinds.map((kind) => serveExternal(load_calls[kind], loadFile(kind))),
]
