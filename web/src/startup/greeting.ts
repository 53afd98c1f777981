import { clockOf } from '@waybill/domain/kit/calls/wire'

/** Returns 'Good morning, Zanele' according to South African time, with the first name. */
export function greeting(name: string, now: Date): string {
  const hour = Number(clockOf(now).slice(0, 2))
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const first = name.trim().split(/\s+/)[0]
  return first ? `Good ${time}, ${first}` : `Good ${time}`
}
