import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { serve } from '../kit/verb.ts'
import { block, endBlocked, readBlockedList } from './keep-list.ts'

export { blockedBy, demandNotBlocked } from './stop.ts'
export { countHit } from './store.ts'

export const blockedListRoutes = [
  serve(blockedListApi.list, readBlockedList),
  serve(blockedListApi.block, block),
  serve(blockedListApi.end, endBlocked),
]
