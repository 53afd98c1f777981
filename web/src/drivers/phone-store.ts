import { TripSheet } from '@waybill/domain/drivers/model'
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { z } from 'zod'

/** The trip sheet as last read, in its wire form, with the moment of reading. */
interface KeptSheet {
  username: string
  read_at: number
  sheet: unknown
}

interface PhoneSchema extends DBSchema {
  sheets: { key: string; value: KeptSheet }
}

/** Kept this long at most, milliseconds: a stolen phone holds no more than the last days (reliability 13). */
const kept_for = 30 * 86_400_000

let database: Promise<IDBPDatabase<PhoneSchema>> | null = null

function open(): Promise<IDBPDatabase<PhoneSchema>> {
  database ??= openDB<PhoneSchema>('waybill-driver', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('sheets', { keyPath: 'username' }),
  })
  return database
}

/** Keeps the newest trip sheet for reading without signal; sheets of other people are removed from the phone. */
export async function keepSheet(username: string, sheet: TripSheet, read_at: number): Promise<void> {
  const store = (await open()).transaction('sheets', 'readwrite').store
  await store.clear()
  await store.put({ username, read_at, sheet: z.encode(TripSheet, sheet) })
}

/** The kept trip sheet of somebody; `null` when there is none or it is too old. */
export async function keptSheet(username: string): Promise<{ sheet: TripSheet; read_at: number } | null> {
  const kept = await (await open()).get('sheets', username)
  if (!kept || Date.now() - kept.read_at > kept_for) return null
  const sheet = z.safeDecode(TripSheet, kept.sheet as z.input<typeof TripSheet>)
  return sheet.success ? { sheet: sheet.data, read_at: kept.read_at } : null
}

/** Asks the browser not to evict what waits on this phone. */
export async function askForDurableStorage(): Promise<void> {
  if (!(await navigator.storage?.persisted?.())) await navigator.storage?.persist?.()
}

/** How full the storage given to this page is, from 0 to 1; 0 when the browser does not say. */
export async function storageUse(): Promise<number> {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  return quota > 0 ? usage / quota : 0
}
