import { inFileThread } from '../../kit/threads.ts'
import type { parseSettlement } from './settlement-file.ts'

/** Parses a settlement report in a thread, because a long one takes half a second. */
export const readSettlementFile = inFileThread<typeof parseSettlement>(
  new URL('./settlement-file.ts', import.meta.url),
  'parseSettlement',
)
