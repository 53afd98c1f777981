import { websocket_api_url } from '../identity/live-settings.ts'
import type { AllowedHosts } from '../kit/allowed-hosts.ts'
import type { Setting } from '../kit/setting.ts'
import { map_tiles_url } from '../maps/settings.ts'

/** Settings whose addresses every page of the company reaches by itself. */
export const page_addresses: readonly Setting[] = [websocket_api_url as Setting, map_tiles_url as Setting]

/**
 * Whether the pages of a company may reach an address: a host of its own, one that the operator allows, or a host below
 * one that is allowed as `.example.com`. Whoever could name any host would be sent what pages send there.
 */
export function isAllowedAddress(address: string, own: readonly string[], allowed: AllowedHosts): boolean {
  if (address.trim() === '' || allowed === 'any') return true
  const host = hostIn(address)
  if (host === null) return false
  const isOwn = own.some((one) => one.toLowerCase() === host)
  return isOwn || allowed.some((one) => (one.startsWith('.') ? host.endsWith(one) : one === host))
}

/** What somebody reads whose address is not allowed. */
export function notAllowed(title: string, address: string): string {
  return `${title} leads to ${hostIn(address) ?? address}, which the operator of the platform does not allow. Use a host of your own, or ask the operator to allow it.`
}

/** Nothing but letters, digits, dots and hyphens before the path: no name and password, no backslash that browsers read as a slash. */
const address_form = /^(?:https?|wss?):\/\/([a-z0-9.-]+)(?::\d{1,5})?(?:[/?#]|$)/i

function hostIn(address: string): string | null {
  // Tile addresses may name one of several servers as {s}.
  const plain = address.trim().replaceAll(/\{[a-z]\}/g, 'a')
  return address_form.exec(plain)?.[1]?.toLowerCase() ?? null
}
