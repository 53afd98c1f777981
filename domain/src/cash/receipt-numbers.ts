/** A range of receipt numbers that is reserved for one driver, both ends included. */
export interface ReceiptBlock {
  first_number: number
  last_number: number
}

/** How many numbers one block has. */
export const block_size = 50
/** A driver with fewer free numbers than this gets another block. */
export const min_free_numbers = 20

/** Returns the block with this position, counted from 1. Blocks of a company never overlap. */
export function blockAt(position: number): ReceiptBlock {
  return { first_number: (position - 1) * block_size + 1, last_number: position * block_size }
}

/** Returns how many numbers after the last used one are free; `lastUsed`: 0 when none was used. */
export function freeNumbers(blocks: readonly ReceiptBlock[], lastUsed: number): number {
  return blocks.reduce(
    (sum, { first_number, last_number }) =>
      sum + Math.max(0, last_number - Math.max(first_number, lastUsed + 1) + 1),
    0,
  )
}

/**
 * Returns the next number that a driver may use: the smallest of the blocks that is greater than every used one; `null`
 * when the blocks are used up. Numbers are used in order, so that a gap is a number that was lost.
 */
export function nextReceiptNumber(blocks: readonly ReceiptBlock[], used: readonly number[]): number | null {
  const after = Math.max(0, ...used)
  const free = blocks
    .filter(({ last_number }) => last_number > after)
    .map(({ first_number }) => Math.max(first_number, after + 1))
  return free.length === 0 ? null : Math.min(...free)
}

/** Returns the numbers before the last used one that no receipt has, in order. */
export function unusedNumbers(blocks: readonly ReceiptBlock[], used: readonly number[]): number[] {
  const last = Math.max(0, ...used)
  const known = new Set(used)
  return blocks
    .flatMap(({ first_number, last_number }) => {
      const length = Math.max(0, Math.min(last, last_number) - first_number + 1)
      return Array.from({ length }, (_, index) => first_number + index)
    })
    .filter((number) => !known.has(number))
    .toSorted((one, other) => one - other)
}

/** Returns numbers as short text, with ranges: `3, 7–9`. */
export function numbersText(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && range[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}

/** Returns a receipt number as printed: `COD000042`. */
export function receiptName(number: number): string {
  return `COD${String(number).padStart(6, '0')}`
}

/** Returns the number of a payout as printed on its statement: `REM000007`. */
export function remittanceName(id: number): string {
  return `REM${String(id).padStart(6, '0')}`
}
