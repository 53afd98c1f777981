import type { DriverAction } from '@waybill/domain/drivers/api'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import type { ArrivedFile } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import type { ActionResult } from '@waybill/domain/drivers/model'
import type { fileArrived } from '@waybill/domain/files/events'
import type { PayloadOf } from '@waybill/domain/kit/event'
import type { Context } from '../../kit/handler.ts'
import { evidence_folders, readEvidenceDigests } from './evidence-facts.ts'
import { insertEvidenceLast, lockWaiting, updateFiles } from './evidence-store.ts'
import { reportDifference, reportDifferenceOf } from './report-difference.ts'

/**
 * Runs `perform` for an action and stores its hashes in the same transaction, unless the action is a repeat. What is not
 * as the phone recorded it is applied all the same, and staff see that it differs: a delivery that happened must not be
 * lost because a picture was damaged on its way. Actions without hashes, of earlier versions of the phone, have none to
 * store.
 */
export async function withEvidence(
  ctx: Context,
  action: DriverAction,
  perform: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const { action_id, content_hash, former_hash = '', evidence = [] } = action
  if (content_hash === undefined) return perform()
  const digests = await readEvidenceDigests(
    ctx,
    evidence.map(({ name }) => name),
  )
  const files: ArrivedFile[] = evidence.map((file) => ({
    ...file,
    received_sha256: digests.get(file.name)?.received_digest ?? '',
    stored_sha256: digests.get(file.name)?.digest ?? '',
  }))
  const answer = await perform()
  if (answer.result !== 'duplicate') {
    // A repeated conflict stays one; its hashes are stored already.
    const hashes = { content_hash, computed_hash: contentHash(action), former_hash }
    await reportDifference(ctx, ctx.actor.username, { action, hashes: { ...hashes, files }, digests })
    insertEvidenceLast(ctx, { action_id, ...hashes, files })
  }
  return answer
}

/** Adds the hashes of a file that arrives after its action. */
export async function completeEvidence(
  ctx: Context,
  { folder, name, created_by, digest, received_digest }: PayloadOf<typeof fileArrived>,
): Promise<void> {
  if (!evidence_folders.includes(folder)) return
  for (const { id, files } of await lockWaiting(ctx, created_by)) {
    const stated = files.find((file) => file.name === name)
    if (!stated) continue
    const arrived = { received_sha256: received_digest, stored_sha256: digest }
    await updateFiles(
      ctx,
      id,
      files.map((file) => (file.name === name ? { ...file, ...arrived } : file)),
    )
    if (stated.sha256 !== received_digest) await reportDifferenceOf(ctx, created_by, id)
  }
}
