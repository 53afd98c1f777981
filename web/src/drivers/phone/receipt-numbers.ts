import type { ReceiptBlock } from '@waybill/domain/cash/receipt-numbers'
import type { AnswerCode } from '@waybill/domain/kit/answers/answer-texts'
import { z } from 'zod'
import type { QueueState } from '../../kit/queue/offline-queue.ts'
import type { ActionContent } from './action-content.ts'

const StoredNumbers = z.object({
  blocks: z.array(z.object({ first_number: z.int(), last_number: z.int() })),
  last_used: z.int(),
  /** Numbers that the server rejected, because other money or a void receipt has them. */
  unusable: z.array(z.int()).default([]),
})
type StoredNumbers = z.output<typeof StoredNumbers>

/** Codes of answers after which money needs another number. */
const number_rejections: ReadonlySet<string> = new Set<AnswerCode>(['receipt_used', 'receipt_void'])

const none: StoredNumbers = { blocks: [], last_used: 0, unusable: [] }
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
  const { last_used, unusable } = storedNumbers(username)
  save(username, { blocks: [...blocks], last_used: Math.max(lastUsed, last_used), unusable })
}

/**
 * Records that the server may have a receipt with the number of an answered action; it stores the money of a rejected
 * delivery too. `code`: why the action was rejected; `''` when it was applied.
 */
export function noteUsed(username: string, { action }: ActionContent, code = ''): void {
  const number = action.payload?.cash?.receipt_number
  if (number === undefined) return
  const { blocks, last_used, unusable } = storedNumbers(username)
  save(username, {
    blocks,
    last_used: Math.max(last_used, number),
    unusable: number_rejections.has(code) ? [...unusable, number] : unusable,
  })
}

function save(username: string, numbers: StoredNumbers): void {
  try {
    localStorage.setItem(keyOf(username), JSON.stringify(numbers))
  } catch {
    // Without storage the numbers are fetched again with the next trip sheet.
  }
}

/** Returns the used numbers: the last one that the server may have, and those of actions that are not sent yet. */
export function numbersInUse(username: string, queue: QueueState<ActionContent>): number[] {
  const unsent = [...queue.waiting, ...queue.refused].flatMap(
    ({ content }) => content.action.payload?.cash?.receipt_number ?? [],
  )
  return [storedNumbers(username).last_used, ...unsent]
}
