import { conflict, invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Size in bytes of every piece of an upload but the last. */
export const piece_bytes = 256 * 1024

/** A piece of a file: where it starts, its length, and the size of the whole file, in bytes. */
export interface Piece {
  offset: number
  length: number
  size: number
}

/** Whether a piece has the place and length of a piece of its file, and no piece before it is missing. */
export function mayTakePiece({ offset, length, size }: Piece, nextOffset: number): RuleResult {
  const isPlace = offset >= 0 && offset < size && offset % piece_bytes === 0
  if (!isPlace || length !== Math.min(piece_bytes, size - offset))
    return invalid(`A piece must start at a multiple of ${piece_bytes} bytes and be whole. Send it again.`)
  return offset <= nextOffset
    ? true
    : conflict(`The pieces before byte ${offset} are missing. Continue at byte ${nextOffset}.`)
}
