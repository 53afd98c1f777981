import { websocket_api_url } from '@waybill/domain/identity/live-settings'
import { hostOf } from '@waybill/domain/kit/environment'
import { live_path } from '@waybill/domain/kit/live'
import { isAllowedAddress } from '@waybill/domain/settings/page-addresses'
import { readSetting } from '@waybill/domain/kit/setting'
import type { FastifyRequest } from 'fastify'
import type { Authentication } from '../http/authentication.ts'
import type { Runtime } from '../kit/runtime.ts'
import { settingsOf } from '../db/settings-cache.ts'

/**
 * Returns the address for live updates of a page that was requested at this host: the address that its company has
 * set, else the host itself. Empty when the host contains other characters than a plain host name, because the result
 * is put into a header.
 */
export async function liveAddress(
  runtime: Runtime,
  authentication: Authentication,
  request: FastifyRequest,
): Promise<string> {
  const { host } = request
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)) return ''
  const own = new URL(runtime.web_url)
  const isSecure = request.protocol === 'https' || (own.host === host && own.protocol === 'https:')
  const derived = `${isSecure ? 'wss' : 'ws'}://${host}/api${live_path}`
  try {
    const { provider_id } = await authentication.guestAt(host)
    const chosen = readSetting(websocket_api_url, await settingsOf(runtime, provider_id))
    const isAllowed = isAllowedAddress(chosen, [hostOf(host)], runtime.allowed_hosts)
    return (isAllowed && chosen) || derived
  } catch {
    // The page must be served even while the database is unavailable.
    return derived
  }
}
