import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'

/**
 * Which addresses an outbound call may use: public addresses over https only, or, on a developer machine, also local
 * fakes.
 */
export interface OutboundRules {
  /** Allows private networks, http and any port; for fakes and tests only. */
  allow_private: boolean
  /** Host names of this installation. */
  own_hosts: readonly string[]
}

/** An address given by a user, checked as far as possible without DNS. */
export type ParsedOutboundUrl =
  | { url: URL; host: string; literal: string | null; rejection: null }
  | { url: null; host: ''; literal: null; rejection: string }

const public_ports = new Set(['', '443', '8443'])

/** Host names that are always internal. */
const inside_name =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain|test|invalid|onion|in-addr\.arpa|ip6\.arpa)$/

/**
 * Parses an address and rejects it as far as its text allows: other schemes, credentials, other ports, internal host
 * names and IP addresses of non-public networks in any notation. `refusal` is a sentence for users.
 */
export function parseOutboundUrl(text: string, rules: OutboundRules): ParsedOutboundUrl {
  const refused = (rejection: string): ParsedOutboundUrl => ({
    url: null,
    host: '',
    literal: null,
    rejection: rejection,
  })
  if (/[\s\p{Cc}\\]/u.test(text)) return refused('The address may not contain spaces or backslashes.')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return refused('This is not an address. Write it like https://example.co.za/hook.')
  }
  if (url.protocol !== 'https:' && !(rules.allow_private && url.protocol === 'http:'))
    return refused('The address must begin with https://.')
  if (url.username !== '' || url.password !== '')
    return refused('The address may not contain a user name or password. Use the authorization field.')
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (host === '') return refused('The address has no host name.')
  const literal = ipaddr.isValid(host) ? host : null
  if (rules.allow_private) return { url, host, literal, rejection: null }
  if (!public_ports.has(url.port)) return refused('Only the ports 443 and 8443 may be used.')
  if (literal !== null)
    return isPublic(literal)
      ? { url, host, literal, rejection: null }
      : refused('This address is not in a public network.')
  const rejection = forbiddenHostReason(host, rules.own_hosts)
  return rejection === null ? { url, host, literal: null, rejection: null } : refused(rejection)
}

function forbiddenHostReason(host: string, ownHosts: readonly string[]): string | null {
  if (host.endsWith('.')) return 'The host name may not end with a dot.'
  if (!host.includes('.') || inside_name.test(host) || domainToASCII(host) !== host)
    return 'This host name is not on the public internet.'
  // A host name that ends in a number is an IP address in an unusual notation.
  if (/(^|\.)(0x[\da-f]*|\d+)$/.test(host)) return 'This is not a usable IP address.'
  const isOwn = ownHosts.some((own) => host === own || host.endsWith(`.${own}`))
  return isOwn ? 'This address leads back to this service. Enter an address of your own.' : null
}

/** The IPv6 range for public unicast addresses. */
const global_unicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is public. Private, local, special and reserved addresses are not. Addresses that contain an
 * IPv4 address are not either, because it may be of any kind. Addresses that cannot be classified are not public.
 */
export function isPublic(address: string): boolean {
  // A zone is the name of a network interface of this machine.
  if (address.includes('%') || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return ipaddr.IPv4.isValidFourPartDecimal(address)
  const [, , , , fourth = 0, fifth = 0] = parsed.parts
  const isIsatap = fifth === 0x5efe && (fourth === 0 || fourth === 0x200)
  return parsed.match(global_unicast) && !isIsatap && !isEmbedding(parsed)
}

/**
 * Whether an IPv6 address contains an IPv4 address: NAT64 (well-known and local-use prefixes), 6to4, Teredo,
 * IPv4-mapped and IPv4-compatible addresses.
 */
function isEmbedding(address: ipaddr.IPv6): boolean {
  return ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '::ffff:0:0/96', '::/96'].some(
    (range) => address.match(ipaddr.IPv6.parseCIDR(range)),
  )
}
