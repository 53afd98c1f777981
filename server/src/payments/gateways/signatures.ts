import { createHash, timingSafeEqual } from 'node:crypto'
import type { Setting } from '@waybill/domain/kit/setting'
import type { ReadSetting } from './port.ts'

/** Returns the MD5 in lower-case hex, with which some gateways sign. */
export function md5(text: string): string {
  return createHash('md5').update(text, 'utf8').digest('hex')
}

/** Compares two texts in constant time. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Returns the titles of those settings that are empty. */
export function emptySettings(read: ReadSetting, settings: readonly Setting<string>[]): string[] {
  return settings.flatMap((setting) => (read(setting).trim() ? [] : [setting.title]))
}
