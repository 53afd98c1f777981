import { maxBytes, tooLarge } from '@waybill/domain/files/kinds'
import { mayTakePiece, piece_bytes, type Piece } from '@waybill/domain/files/pieces'
import { invalid, Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { ExternalContext } from '../kit/handler.ts'
import { kindOf } from './check-file.ts'
import { fileStorePort } from './file-store.ts'
import { incomingKeyOf, takeBytes } from './stored-files.ts'
import type { FoundFile } from './store.ts'

type OfFile = Pick<FoundFile, 'folder' | 'name'>

/**
 * Each piece is a file of its own in the store, so that it is whole or absent after any crash, and any process can
 * continue. Their names need no table.
 */
function pieceKey(ctx: ExternalContext, { folder, name }: OfFile, offset: number): string {
  return `${incomingKeyOf(ctx.provider_id, folder, name)}.${offset}`
}

/** Returns where the upload of a file continues: the offset of the first piece that has not arrived. */
export async function nextOffset(ctx: ExternalContext, file: OfFile): Promise<number> {
  const files = ctx.adapter(fileStorePort)
  let offset = 0
  while ((await files.sizeOf(pieceKey(ctx, file, offset))) !== null) offset += piece_bytes
  return offset
}

/**
 * Stores a piece of an awaited file, and the whole file with the last piece. A piece that has arrived before changes
 * nothing. Returns where to continue; `null` when the file is whole.
 */
export async function takePiece(
  ctx: ExternalContext,
  file: FoundFile,
  piece: Omit<Piece, 'length'>,
  bytes: Buffer,
): Promise<number | null> {
  const max = maxBytes(file.folder, kindOf(file.display_name).extension)
  if (piece.size > max) throw invalid(tooLarge(file.display_name, max))
  const next = await nextOffset(ctx, file)
  ensure(mayTakePiece({ ...piece, length: bytes.length }, next))
  if (piece.offset === next)
    await ctx.adapter(fileStorePort).put(pieceKey(ctx, file, piece.offset), bytes, 'application/octet-stream')
  const reached = Math.max(next, piece.offset + piece_bytes)
  if (reached < piece.size) return reached
  await joinPieces(ctx, file, piece.size)
  return null
}

async function joinPieces(ctx: ExternalContext, file: FoundFile, size: number): Promise<void> {
  const files = ctx.adapter(fileStorePort)
  const pieces: Buffer[] = []
  for (let offset = 0; offset < size; offset += piece_bytes) {
    const piece = await files.get(pieceKey(ctx, file, offset))
    // Another request has joined the pieces in the meantime.
    if (!piece) throw new Problem('unavailable', 'The file is being stored. Try again.', { retry_after_s: 1 })
    pieces.push(piece)
  }
  const whole = Buffer.concat(pieces)
  try {
    if (whole.length !== size)
      throw invalid(
        `The pieces of ${file.display_name} belong to another file. Send it again from the start.`,
      )
    await takeBytes(ctx, file, whole)
  } catch (error) {
    // The pieces of a file that cannot be stored are of no use; any other error may pass.
    if (error instanceof Problem && error.kind === 'invalid') await removePieces(ctx, file)
    throw error
  }
  await removePieces(ctx, file)
}

/** Removes the pieces of a file, the last one first, so that an interrupted removal leaves no gap. */
export async function removePieces(ctx: ExternalContext, file: OfFile): Promise<void> {
  const files = ctx.adapter(fileStorePort)
  for (let offset = (await nextOffset(ctx, file)) - piece_bytes; offset >= 0; offset -= piece_bytes)
    await files.remove(pieceKey(ctx, file, offset))
}
