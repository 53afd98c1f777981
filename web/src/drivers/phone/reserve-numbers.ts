import { cashApi } from '@waybill/domain/cash/api'
import { freeNumbers, min_free_numbers } from '@waybill/domain/cash/receipt-numbers'
import { call } from '../../kit/api/index.ts'
import { storedNumbers, storeNumbers } from './receipt-numbers.ts'

/** Reserves receipt numbers for this phone while there is signal, unless enough are free. */
export async function reserveNumbers(username: string): Promise<void> {
  const { blocks, last_used } = storedNumbers(username)
  if (freeNumbers(blocks, last_used) >= min_free_numbers) return
  const reserved = await call(cashApi.reserveNumbers, {})
  storeNumbers(username, reserved.blocks, reserved.last_used)
}
