import { google_client_id, google_login_enabled } from '@waybill/domain/identity/settings'
import { readSetting } from '@waybill/domain/kit/setting'
import { isAllowedAddress } from '@waybill/domain/settings/page-addresses'
import { hostOf } from '@waybill/domain/kit/environment'
import { map_pictures_origin } from '@waybill/domain/maps/map-picture'
import { google_maps_client_key, map_tiles_url } from '@waybill/domain/maps/settings'
import { thirdPartyPort } from '../identity/index.ts'
import type { Authentication } from './authentication.ts'
import { adapterOf, type Runtime } from '../kit/runtime.ts'
import { settingsOf } from '../db/settings-cache.ts'

type Stored = Awaited<ReturnType<typeof settingsOf>>

/**
 * Returns an origin that the settings of the provider at a host allow; `''` on any error, such as an unavailable
 * database.
 */
async function allowedAt(
  runtime: Runtime,
  authentication: Authentication,
  host: string,
  allowed: (stored: Stored) => string,
): Promise<string> {
  try {
    const { provider_id } = await authentication.guestAt(host)
    return allowed(await settingsOf(runtime, provider_id))
  } catch {
    return ''
  }
}

/**
 * Returns the origin from which the sign-in page of the provider at this host may load the third-party sign-in
 * script. Returns `''` when the provider has not enabled it, so that pages of other providers never trust a foreign
 * script (SHELL-083).
 */
export function scriptOrigin(
  runtime: Runtime,
  authentication: Authentication,
  host: string,
): Promise<string> {
  return allowedAt(runtime, authentication, host, (stored) =>
    readSetting(google_login_enabled, stored) && readSetting(google_client_id, stored) !== ''
      ? new URL(adapterOf(runtime, thirdPartyPort).script_url).origin
      : '',
  )
}

/** Returns the origin of map pictures for pages of the provider at this host; `''` without a maps key (SHELL-084). */
export function mapsOrigin(runtime: Runtime, authentication: Authentication, host: string): Promise<string> {
  return allowedAt(runtime, authentication, host, (stored) =>
    readSetting(google_maps_client_key, stored).trim() === '' ? '' : map_pictures_origin,
  )
}

/**
 * Returns the origin of map tiles for pages of the provider at this host; `''` when the provider uses the built-in
 * map.
 */
export function tilesOrigin(runtime: Runtime, authentication: Authentication, host: string): Promise<string> {
  return allowedAt(runtime, authentication, host, (stored) => {
    const address = readSetting(map_tiles_url, stored)
    return isAllowedAddress(address, [hostOf(host)], runtime.allowed_hosts) ? originOf(address) : ''
  })
}

/** Returns the origin of a URL; `''` when it is not valid. The braces of tile URLs are part of the path. */
function originOf(address: string): string {
  try {
    const { protocol, origin } = new URL(address.trim())
    return protocol === 'https:' || protocol === 'http:' ? origin : ''
  } catch {
    return ''
  }
}
