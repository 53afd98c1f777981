import { blockedListApi } from '@waybill/domain/blocked-list/api'
import { serve } from '../kit/handler.ts'
import { block, endBlocked, readBlockedList } from './edit-list.ts'

export { audited_entry } from './audited-store.ts'
export { blockedBy, requireNotBlocked } from './stop.ts'
export { countHit } from './store.ts'

export const blockedListRoutes = [
  serve(blockedListApi.list, readBlockedList),
  serve(blockedListApi.block, block),
  serve(blockedListApi.end, endBlocked),
]
