import { DriverAction } from '@waybill/domain/drivers/api'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import { sha256 } from '@waybill/domain/kit/sha256'
import { z } from 'zod'
import { withUploadedNames, type ActionContent } from './action-content.ts'

const head = (username: string): string => `driver_last_action_${username}`

/**
 * Returns an action with the hashes that bind it to its photos, its signature and the action recorded before it
 * (docs/domain/reliability.md#field-events). Never fails: an action that cannot be hashed is recorded without.
 */
export async function bindEvidence(
  username: string,
  id: string,
  content: ActionContent,
): Promise<ActionContent> {
  // Photos of a shipment and an own order of stops are not sent as actions.
  const { type } = content.action
  if (type === 'add-photos' || type === 'own-order') return content
  try {
    const evidence = await Promise.all(
      content.evidence.map(async ({ evidence_id, blob }) => ({
        name: evidence_id,
        sha256: await sha256OfBlob(blob),
      })),
    )
    const former = localStorage.getItem(head(username))
    const action = {
      ...content.action,
      ...(former ? { former_hash: former } : {}),
      ...(evidence.length > 0 ? { evidence } : {}),
    }
    const hash = hashAsRead(withUploadedNames(id, { ...content, action }, new Map()))
    if (hash === null) return content
    return { ...content, action: { ...action, content_hash: hash } }
  } catch {
    return content
  }
}

/** Makes an action that is stored the last one of this phone, to which the next one is bound. */
export function noteLastAction(username: string, { content_hash }: ActionContent['action']): void {
  if (content_hash === undefined) return
  try {
    localStorage.setItem(head(username), content_hash)
  } catch {
    // The next action is bound to an earlier one.
  }
}

/** Returns the hash of an action as the server reads it, with cleaned texts; `null` when the server will reject it. */
function hashAsRead(action: object): string | null {
  const read = z.safeDecode(DriverAction, z.encode(DriverAction, action as DriverAction))
  return read.success ? contentHash(read.data) : null
}

/** Makes the action before an action that was taken back the last one again. */
export function unbindEvidence(
  username: string,
  { content_hash, former_hash }: ActionContent['action'],
): void {
  if (content_hash === undefined || localStorage.getItem(head(username)) !== content_hash) return
  if (former_hash === undefined) localStorage.removeItem(head(username))
  else localStorage.setItem(head(username), former_hash)
}

/** Returns the SHA-256 of a file in hex, also on pages without a secure context. */
export async function sha256OfBlob(blob: Blob): Promise<string> {
  const bytes = await blob.arrayBuffer()
  // Absent on pages without a secure context.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return sha256(new Uint8Array(bytes))
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
