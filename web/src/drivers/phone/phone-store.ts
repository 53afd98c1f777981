import { TripSheet } from '@waybill/domain/drivers/model'
import type { DBSchema } from 'idb'
import { z } from 'zod'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { LocalDatabase } from '../../kit/offline/local-database.ts'

/** The trip sheet last read, in encoded form, with the time it was read. */
interface StoredSheet {
  username: string
  read_at: number
  sheet: unknown
}

/** The unsaved input of a step at a stop. */
interface StoredDraft {
  name: string
  username: string
  stop_id: string
  content: object
  /** When it was stored, in ms; drafts of earlier releases have no time. */
  stored_at?: number
}

interface PhoneSchema extends DBSchema {
  sheets: { key: string; value: StoredSheet }
  drafts: { key: string; value: StoredDraft }
}

/**
 * Maximum age of a stored sheet in ms, so that a stolen phone contains only the last days
 * (docs/domain/reliability.md#field-events).
 */
const retention = 30 * day_ms

/** For how long the draft of a stop that left the sheet is kept, in ms: the stop may come back. */
const draft_retention = 2 * day_ms

const database = new LocalDatabase<PhoneSchema>('waybill-driver', 2, (phone, from) => {
  if (from < 1) phone.createObjectStore('sheets', { keyPath: 'username' })
  phone.createObjectStore('drafts', { keyPath: 'name' })
})

/**
 * Stores the newest trip sheet for use without signal. Removes sheets and drafts of other users, and old drafts of
 * stops that are not on the sheet any more.
 */
export async function storeSheet(username: string, sheet: TripSheet, readAt: number): Promise<void> {
  await database.run(async (phone) => {
    const transaction = phone.transaction(['sheets', 'drafts'], 'readwrite')
    const sheets = transaction.objectStore('sheets')
    await sheets.clear()
    await sheets.put({ username, read_at: readAt, sheet: z.encode(TripSheet, sheet) })
    const drafts = transaction.objectStore('drafts')
    const openStops = new Set(sheet.stops.map(({ stop_id }) => stop_id))
    const isOld = ({ stored_at = 0 }: StoredDraft): boolean => stored_at < Date.now() - draft_retention
    for (const draft of await drafts.getAll())
      if (draft.username !== username || (!openStops.has(draft.stop_id) && isOld(draft)))
        await drafts.delete(draft.name)
  })
}

const draftName = (username: string, stopId: string, step: string): string =>
  [username, stopId, step].join(' ')

/** Stores the input of a step at a stop, including photos, so that a reload loses nothing. */
export async function storeDraft(
  username: string,
  stopId: string,
  step: string,
  content: object,
): Promise<void> {
  const draft = {
    name: draftName(username, stopId, step),
    username,
    stop_id: stopId,
    content,
    stored_at: Date.now(),
  }
  await database.run((phone) => phone.put('drafts', draft))
}

/** Returns the stored input of a step; `null` when there is none. */
export async function storedDraft(username: string, stopId: string, step: string): Promise<object | null> {
  const stored = await database.run((phone) => phone.get('drafts', draftName(username, stopId, step)))
  return stored?.content ?? null
}

/** Deletes the stored input of a step after it has been recorded. */
export async function dropDraft(username: string, stopId: string, step: string): Promise<void> {
  await database.run((phone) => phone.delete('drafts', draftName(username, stopId, step)))
}

/** Returns a user's stored trip sheet; `null` when there is none, it is too old or it cannot be decoded. */
export async function storedSheet(username: string): Promise<{ sheet: TripSheet; read_at: number } | null> {
  const stored = await database.run((phone) => phone.get('sheets', username))
  if (!stored || Date.now() - stored.read_at > retention) return null
  const sheet = z.safeDecode(TripSheet, stored.sheet as z.input<typeof TripSheet>)
  return sheet.success ? { sheet: sheet.data, read_at: stored.read_at } : null
}

/** Requests that the browser does not evict the data stored on this phone. */
export async function requestDurableStorage(): Promise<void> {
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
}

/** Returns the used share of the storage available to this page, from 0 to 1; 0 when the browser does not report it. */
export async function storageUse(): Promise<number> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota > 0 ? usage / quota : 0
}
