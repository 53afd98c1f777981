import type { HashedAction } from '@waybill/domain/drivers/evidence/content-hash'
import { evidenceDiffers } from '@waybill/domain/drivers/events'
import { judgeEvidence } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import type { FileDigests } from '../../files/index.ts'
import { listDrivers } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { factsOf, readEvidenceDigests } from './evidence-facts.ts'
import { hasDifferedSince, readEvidence, type StoredHashes } from './evidence-store.ts'

/**
 * Hours without another message about details of a driver's actions. A version of the app that hashes differently would
 * otherwise cause one for every action.
 */
const quiet_hours = 12

/** Notifies the office when the details or the files of a driver's action are not what the phone recorded. */
export async function reportDifference(
  ctx: Context,
  username: string,
  about: {
    action: HashedAction
    hashes: Omit<StoredHashes, 'id'>
    digests: ReadonlyMap<string, FileDigests>
  },
): Promise<void> {
  const { action, hashes, digests } = about
  const facts = factsOf({ action, evidence: { id: 0, ...hashes }, has_former: true }, digests)
  const { state, problems } = judgeEvidence(facts)
  if (state !== 'differs') return
  const areFilesSame = hashes.files.every((file) => ['', file.sha256].includes(file.received_sha256))
  const since = new Date(ctx.now.getTime() - quiet_hours * 3_600_000)
  if (areFilesSame && (await hasDifferedSince(ctx, username, since))) return
  const driver = (await listDrivers(ctx)).find((one) => one.username === username)
  await ctx.emit(evidenceDiffers, {
    username,
    name: driver?.name ?? username,
    vehicle_registration: driver?.vehicle_registration ?? '',
    branch_id: driver?.branch_id ?? null,
    shipment_id: action.shipment_id ?? null,
    collection_request_id: action.collection_request_id ?? null,
    problems,
  })
}

/** Like `reportDifference`, for an action that is stored with the hashes `id`. */
export async function reportDifferenceOf(ctx: Context, username: string, id: number): Promise<void> {
  const stored = await readEvidence(ctx, id)
  if (!stored?.evidence) return
  const { action, evidence: hashes } = stored
  const names = hashes.files.map(({ name }) => name)
  const digests = await readEvidenceDigests(ctx, names)
  await reportDifference(ctx, username, { action, hashes, digests })
}
