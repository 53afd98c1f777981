import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import type { EvidenceFacts } from '@waybill/domain/shipments/proof-of-delivery/judge-evidence'
import { shipment_file_folder } from '@waybill/domain/files/model'
import { readDigests, type FileDigests } from '../../files/index.ts'
import type { Context } from '../../kit/handler.ts'
import type { StoredEvidence } from './evidence-store.ts'

/** Folders of the photos and signatures of actions: of events, and of the files of shipments. */
export const evidence_folders: readonly string[] = ['shipment-images', shipment_file_folder]

/** Returns the digests of the files of actions by name; upload names are unique in all folders. */
export async function readEvidenceDigests(
  ctx: Context,
  names: readonly string[],
): Promise<ReadonlyMap<string, FileDigests>> {
  const found = await Promise.all(evidence_folders.map((folder) => readDigests(ctx, folder, names)))
  return new Map(found.flatMap((digests) => [...digests]))
}

/** Returns the facts for the check of a stored action; `null` without hashes. */
export function factsOf(
  { action, evidence, has_former }: Pick<StoredEvidence, 'action' | 'evidence' | 'has_former'>,
  digests: ReadonlyMap<string, FileDigests>,
): EvidenceFacts | null {
  if (!evidence) return null
  const { content_hash, former_hash, files } = evidence
  const stated = files.map(({ name, sha256 }) => ({ name, sha256 }))
  const signature = action.payload?.signature
  const photos = files.filter(({ name }) => name !== signature).map(({ name }) => name)
  return {
    content_hash,
    // The hashes of the audited row, so that the stored action cannot bring its own.
    computed_hash: contentHash({ ...action, former_hash: former_hash || undefined, evidence: stated }),
    has_former,
    files: files.map((file) => {
      const now = digests.get(file.name)
      return {
        ...file,
        received_sha256: file.received_sha256 || (now?.received_digest ?? ''),
        label: file.name === signature ? 'The signature' : `Photo ${photos.indexOf(file.name) + 1}`,
        current_sha256: now?.digest ?? '',
      }
    }),
  }
}
