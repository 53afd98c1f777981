import { counterApi } from '@waybill/domain/counter/api'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { z } from 'zod'

/** The `queue:` prefix keeps the point of this device after sign-out, as for hub scanning stations. */
const point_key = 'queue:counter-point'
const stockKey = (username: string): string => `counter-stock:${username}`
const countKey = (pointId: number): string => `counter-count:${pointId}`

/** Returns the id of the point chosen on this device; `null` before the first choice. */
export function readPoint(): number | null {
  return Number(read(point_key)) || null
}

/** Stores the point of this device, or forgets it with `null`. */
export function savePoint(pointId: number | null): void {
  write(point_key, pointId === null ? null : String(pointId))
}

/** The points and parcels last read, and when. */
export interface StoredStock {
  read_at: Date
  point_id: number
  answer: Output<typeof counterApi.stock>
}

const Stored = z.object({ read_at: z.number(), point_id: z.int(), answer: z.unknown() })

/** Returns the parcels of a point that were last read on this device by a user; `null` when there are none. */
export function readStoredStock(username: string, pointId: number): StoredStock | null {
  try {
    const { read_at, point_id, answer } = Stored.parse(JSON.parse(read(stockKey(username)) ?? ''))
    if (point_id !== pointId) return null
    return {
      read_at: new Date(read_at),
      point_id,
      answer: z.decode(counterApi.stock.output, answer as never),
    }
  } catch {
    return null
  }
}

/** Stores the parcels of a point for use without a connection; they are removed on sign-out. */
export function storeStock(username: string, { read_at, point_id, answer }: StoredStock): void {
  const encoded = z.encode(counterApi.stock.output, answer)
  write(stockKey(username), JSON.stringify({ read_at: read_at.getTime(), point_id, answer: encoded }))
}

/** Returns the references that were counted at a point since its day was last closed. */
export function readCounted(pointId: number): string[] {
  const parsed = z.array(z.string()).safeParse(JSON.parse(read(countKey(pointId)) ?? '[]'))
  return parsed.success ? parsed.data : []
}

/** Stores the references that were counted at a point. */
export function saveCounted(pointId: number, counted: readonly string[]): void {
  write(countKey(pointId), counted.length === 0 ? null : JSON.stringify(counted))
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Without storage the page works as long as it is open; the actions themselves are in the queue.
  }
}
