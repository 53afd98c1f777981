import { websocket_api_url } from '../identity/live-settings.ts'
import type { AllowedHosts } from '../kit/allowed-hosts.ts'
import type { Setting } from '../kit/setting.ts'
import { map_tiles_url } from '../maps/settings.ts'

/** Settings with addresses that every page of the company contacts automatically. */
export const page_addresses: readonly Setting[] = [websocket_api_url, map_tiles_url]

/**
 * Checks whether the pages of a company may contact an address: one of the company’s own hosts, a host that the
 * operator allows, or a subdomain of a host allowed as `.example.com`. Hosts are restricted because pages send data
 * to them, and a user who could enter any host would receive that data.
 */
export function isAllowedAddress(address: string, own: readonly string[], allowed: AllowedHosts): boolean {
  if (address.trim() === '' || allowed === 'any') return true
  const host = hostIn(address)
  if (host === null) return false
  const isOwn = own.some((one) => one.toLowerCase() === host)
  return isOwn || allowed.some((one) => (one.startsWith('.') ? host.endsWith(one) : one === host))
}

/** Returns the error message for an address that is not allowed. */
export function notAllowed(title: string, address: string): string {
  return `${title} points to ${hostIn(address) ?? address}, which the platform operator does not allow. Use your own host, or ask the operator to allow it.`
}

/**
 * Allows only letters, digits, dots and hyphens before the path: no username or password, and no backslash, which
 * browsers read as a slash.
 */
const address_form = /^(?:https?|wss?):\/\/([a-z0-9.-]+)(?::\d{1,5})?(?:[/?#]|$)/i

function hostIn(address: string): string | null {
  // Tile addresses may use {s} as a placeholder for one of several servers.
  const plain = address.trim().replaceAll(/\{[a-z]\}/g, 'a')
  return address_form.exec(plain)?.[1]?.toLowerCase() ?? null
}
