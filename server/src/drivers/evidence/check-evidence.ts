import type { DriverAction } from '@waybill/domain/drivers/api'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import { filesThatDiffer, type ArrivedFile } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import type { ActionResult } from '@waybill/domain/drivers/model'
import type { fileArrived } from '@waybill/domain/files/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import { wrongState } from '@waybill/domain/kit/problem'
import { readDigests } from '../../files/index.ts'
import type { Context } from '../../kit/handler.ts'
import { evidenceOf } from '../action-rules.ts'
import { insertEvidenceLast, lockWaiting, updateFiles } from './evidence-store.ts'

/** Folder of the photos and signatures of actions. */
export const evidence_folder = 'shipment-images'

/**
 * Runs `perform` for an action and stores its hashes in the same transaction, unless the action is a repeat. Actions
 * without hashes, of earlier versions of the phone, have none to store.
 */
export async function withEvidence(
  ctx: Context,
  action: DriverAction,
  perform: (files: readonly ArrivedFile[]) => Promise<ActionResult>,
): Promise<ActionResult> {
  const { action_id, content_hash, former_hash = '', evidence = [] } = action
  if (content_hash === undefined) return perform([])
  const digests = await readDigests(
    ctx,
    evidence_folder,
    evidence.map(({ name }) => name),
  )
  const files = evidence.map((file) => ({
    ...file,
    received_sha256: digests.get(file.name)?.received_digest ?? '',
    stored_sha256: digests.get(file.name)?.digest ?? '',
  }))
  const answer = await perform(files)
  if (answer.result !== 'duplicate') {
    const hashes = { content_hash, computed_hash: contentHash(action), former_hash }
    insertEvidenceLast(ctx, { action_id, ...hashes, files })
  }
  return answer
}

/**
 * Throws when what arrived is not what the phone recorded, so that the action becomes a conflict and its proof is
 * stored for the office. Files that have not arrived do not delay the action.
 */
export function requireUnchanged(action: DriverAction, files: readonly ArrivedFile[]): void {
  if (action.content_hash === undefined) return
  const { photos, signature } = evidenceOf(action)
  const { changed, unhashed } = filesThatDiffer([...photos, ...(signature ? [signature] : [])], files)
  const label = (name: string): string => (name === signature ? 'the signature' : 'a photo')
  const [file] = [...changed, ...unhashed]
  if (file !== undefined)
    throw wrongState(
      `What arrived as ${label(file)} is not what this phone recorded. It was kept for the office. Record it again.`,
    )
  if (contentHash(action) !== action.content_hash)
    throw wrongState(
      'The details that arrived are not those that this phone recorded. They were kept for the office. Record them again.',
    )
}

/** Adds the hashes of a file that arrives after its action. */
export async function completeEvidence(
  ctx: Context,
  { folder, name, created_by, digest, received_digest }: PayloadOf<typeof fileArrived>,
): Promise<void> {
  if (folder !== evidence_folder) return
  for (const { id, files } of await lockWaiting(ctx, created_by)) {
    if (!files.some((file) => file.name === name)) continue
    const arrived = { received_sha256: received_digest, stored_sha256: digest }
    await updateFiles(
      ctx,
      id,
      files.map((file) => (file.name === name ? { ...file, ...arrived } : file)),
    )
  }
}
