import type { ReceiptBlock } from '@waybill/domain/cash/receipt-numbers'
import { z } from 'zod'
import type { QueueState } from '../../kit/queue/offline-queue.ts'
import type { ActionContent } from './action-content.ts'

const StoredNumbers = z.object({
  blocks: z.array(z.object({ first_number: z.int(), last_number: z.int() })),
  last_used: z.int(),
})
type StoredNumbers = z.output<typeof StoredNumbers>

const none: StoredNumbers = { blocks: [], last_used: 0 }
const keyOf = (username: string): string => `receipt-numbers:${username}`

/** Returns the receipt numbers that are stored on this phone for a driver, and the last one known to be used. */
export function storedNumbers(username: string): StoredNumbers {
  try {
    const read = StoredNumbers.safeParse(JSON.parse(localStorage.getItem(keyOf(username)) ?? 'null'))
    return read.success ? read.data : none
  } catch {
    return none
  }
}

/** Stores the blocks that the server reserved. A number that this phone used meanwhile stays used. */
export function storeNumbers(username: string, blocks: readonly ReceiptBlock[], lastUsed: number): void {
  const last = Math.max(lastUsed, storedNumbers(username).last_used)
  save(username, { blocks: [...blocks], last_used: last })
}

/** Records that the server has a receipt with this number. */
export function noteUsed(username: string, number: number): void {
  const stored = storedNumbers(username)
  save(username, { ...stored, last_used: Math.max(stored.last_used, number) })
}

function save(username: string, numbers: StoredNumbers): void {
  try {
    localStorage.setItem(keyOf(username), JSON.stringify(numbers))
  } catch {
    // Without storage the numbers are fetched again with the next trip sheet.
  }
}

/** Returns the used numbers: the last one that the server has, and those of actions that are not sent yet. */
export function numbersInUse(username: string, queue: QueueState<ActionContent>): number[] {
  const unsent = [...queue.waiting, ...queue.refused].flatMap(
    ({ content }) => content.action.payload?.cash?.receipt_number ?? [],
  )
  return [storedNumbers(username).last_used, ...unsent]
}
