import { z } from 'zod'

/** What an API key may be limited to, each a section of the permission catalogue. */
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

/** The longest life of a key in days, when it has an end. */
export const max_key_days = 1825
/** How long the former key may work beside a new one, in hours; and how long it does unless said. */
export const overlap_hours = { max: 168, default: 24 } as const
/** Addresses and networks in the list of one key. */
export const max_key_addresses = 50

/** An address or a network, of IPv4 or IPv6: `196.25.1.4`, `196.25.1.0/24`, `2c0f:fc00::/32`. */
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** Whether a text names an address or a network. */
export function isNetwork(text: string): boolean {
  return Network.safeParse(text).success
}
