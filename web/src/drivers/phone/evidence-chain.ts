import { DriverAction } from '@waybill/domain/drivers/api'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import { sha256 } from '@waybill/domain/kit/sha256'
import { z } from 'zod'
import { withUploadedNames, type ActionContent } from './action-content.ts'

/** An action before it gets its id. */
type UnsentAction = Omit<DriverAction, 'action_id'>
type Hashes = Pick<UnsentAction, 'content_hash' | 'former_hash'>

/** The hash before the first action that can still be undone, and until when it can, in ms. */
const HeldActions = z.object({ former_hash: z.string(), until: z.number() })

const headKey = (username: string): string => `driver_last_action_${username}`
const heldKey = (username: string): string => `driver_held_actions_${username}`

/**
 * Returns an action with the hashes that bind it to its photos, its signature and the action recorded before it
 * (docs/domain/reliability.md#field-events). Never fails: an action that cannot be hashed is recorded without.
 */
export async function bindEvidence(
  username: string,
  id: string,
  content: ActionContent,
): Promise<ActionContent> {
  const { type } = content.action
  // An own order of stops is not sent as an action.
  if (type === 'own-order') return content
  try {
    const evidence = await Promise.all(
      content.evidence.map(async ({ evidence_id, blob }) => ({
        name: evidence_id,
        sha256: await sha256OfBlob(blob),
      })),
    )
    const action = {
      ...content.action,
      type,
      ...(evidence.length > 0 ? { evidence } : {}),
    }
    const named = withUploadedNames(id, { ...content, action }, new Map())
    return { ...content, action: { ...action, ...hashesOf(named, localStorage.getItem(headKey(username))) } }
  } catch {
    return content
  }
}

/**
 * Like `bindEvidence`, for an alarm or arrival. It is not bound to actions that can still be undone, because its former
 * action would then be missing.
 */
export async function bindSideAction<Action extends UnsentAction>(
  username: string,
  id: string,
  action: Action,
): Promise<Action> {
  try {
    const former = heldSince(username)?.former_hash ?? localStorage.getItem(headKey(username))
    return { ...action, ...hashesOf({ ...action, action_id: id }, former) }
  } catch {
    return action
  }
}

/**
 * Makes an action that is stored the last one of this phone, to which the next one is bound. It can be undone for
 * `holdMs` ms.
 */
export function noteLastAction(username: string, { content_hash, former_hash }: Hashes, holdMs = 0): void {
  if (content_hash === undefined) return
  try {
    if (holdMs > 0 && !heldSince(username))
      localStorage.setItem(
        heldKey(username),
        JSON.stringify({ former_hash: former_hash ?? '', until: Date.now() + holdMs }),
      )
    localStorage.setItem(headKey(username), content_hash)
  } catch {
    // The next action is bound to an earlier one.
  }
}

/** Like `noteLastAction`, for an alarm or arrival; actions that can still be undone stay the last ones. */
export function noteSideAction(username: string, hashes: Hashes): void {
  if (!heldSince(username)) noteLastAction(username, hashes)
}

/** Ends the time in which actions can be undone. */
export function endHeldActions(username: string): void {
  localStorage.removeItem(heldKey(username))
}

/** Makes the action before an action that was taken back the last one again. */
export function unbindEvidence(username: string, { content_hash, former_hash }: Hashes): void {
  if (content_hash === undefined || localStorage.getItem(headKey(username)) !== content_hash) return
  if (former_hash === undefined) localStorage.removeItem(headKey(username))
  else localStorage.setItem(headKey(username), former_hash)
}

/** Returns the hash before the first action that can still be undone, `''` for none; `null` when no action can. */
function heldSince(username: string): { former_hash: string } | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(heldKey(username)) ?? 'null')
    const held = HeldActions.safeParse(stored)
    return held.success && held.data.until > Date.now() ? held.data : null
  } catch {
    return null
  }
}

/** Returns the hashes of an action as the server reads it, with cleaned texts; none when the server will reject it. */
function hashesOf(action: object, former: string | null): Hashes {
  const bound = { ...action, ...(former ? { former_hash: former } : {}) }
  const read = z.safeDecode(DriverAction, z.encode(DriverAction, bound as DriverAction))
  if (!read.success) return {}
  return { ...(former ? { former_hash: former } : {}), content_hash: contentHash(read.data) }
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
