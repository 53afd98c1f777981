import { hostOf } from '../kit/environment.ts'
import { invalid } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Letters and digits of a code, without those that are easily confused. */
export const short_url_alphabet = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
export const short_url_length = 7

/** Lifetime of a short URL in days. */
export const short_url_days = { default: 90, max: 3650 } as const

/** The public path of a short URL: `/s/{code}`. */
export const shortPath = /^\/s\/([0-9A-Za-z]{7})$/

/** A parsed URL; `null` when it is not valid. */
type ParsedAddress = { protocol: string; hostname: string; username: string; password: string } | null

/**
 * Checks whether a short URL may redirect to a target: only http or https pages of one of the `hosts`, without a user
 * name or password.
 */
export function mayLeadTo(url: ParsedAddress, hosts: readonly string[]): RuleResult {
  const reject = (message: string) => invalid(message, [{ field: 'target', message }])
  if (!url || !/^https?:$/.test(url.protocol))
    return reject('The target must be an address that begins with https://.')
  if (url.username || url.password) return reject('The target must not contain a user name or password.')
  return hosts.includes(hostOf(url.hostname))
    ? true
    : reject(`A short address may only lead to ${hosts.join(', ')}. ${url.hostname} is not allowed.`)
}
