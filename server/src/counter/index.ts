import { counterApi } from '@waybill/domain/counter/api'
import { serve, serveExternal } from '../kit/handler.ts'
import { limitClerk, readClerks } from './clerks.ts'
import { handOverAll } from './hand-over.ts'
import { readCounter } from './read-stock.ts'

export const counterRoutes = [
  serve(counterApi.stock, readCounter),
  serveExternal(counterApi.handOver, handOverAll),
  serve(counterApi.clerks, readClerks),
  serve(counterApi.limitClerk, limitClerk),
]
