import { z } from 'zod'

/** The scopes that can limit an API key. Each is a section of the permission catalogue. */
export const key_scopes = {
  shipments: 'Shipments',
  operations: 'Operations',
  maps: 'Branches and maps',
  rates: 'Rates',
  accounts: 'Accounts',
  billing: 'Billing',
  users: 'Users and roles',
  company: 'Company',
} as const
export type KeyScope = keyof typeof key_scopes
export const key_scope_names = Object.keys(key_scopes) as [KeyScope, ...KeyScope[]]

/** Maximum lifetime in days of a key that expires. */
export const max_key_days = 1825
/** Hours for which the previous key stays valid after a replacement: the maximum and the default. */
export const overlap_hours = { max: 168, default: 24 } as const
/** Maximum number of addresses and networks in the list of one key. */
export const max_key_addresses = 50

/** An IPv4 or IPv6 address or network: `196.25.1.4`, `196.25.1.0/24`, `2c0f:fc00::/32`. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Whether `text` is an IP address or network. */
export function isNetwork(text: string): boolean {
  return Network.safeParse(text).success
}
