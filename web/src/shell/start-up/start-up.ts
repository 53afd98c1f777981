import { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import type { Provider } from '@waybill/domain/identity/model'
import { environmentOf } from '@waybill/domain/kit/environment'
import { call } from '../../kit/api/call.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { callAsProvider, clearSession, storedToken } from '../../kit/api/session.ts'
import { applyBrand } from '../../kit/theme/apply-theme.ts'
import { brand_title } from '../../kit/url/page-title.ts'

/** How loading the provider ended (SHELL-039…SHELL-043). */
export type ProviderOutcome =
  | { kind: 'provider'; provider: Provider }
  | { kind: 'maintenance'; message: string }
  | { kind: 'not-found' }
  | { kind: 'error'; message: string; request_id: string }

/** The host asked for, without `www.`; an override is honoured on development and staging hosts only (SHELL-045, API-007). */
export function originOf(host: string, override: string | null): string {
  const plain = host.replace(/^www\./, '')
  return override && environmentOf(plain) !== 'prod' ? override : plain
}

/** Fetches the courier company behind this host and puts on its brand; a 401 logs the user out and asks again. */
export async function loadProvider(): Promise<ProviderOutcome> {
  try {
    const origin = originOf(window.location.hostname, localStorage.getItem('host_override'))
    const { provider } = await call(signInApi.provider, { origin })
    wearBrand(provider)
    return { kind: 'provider', provider }
  } catch (thrown) {
    const refusal =
      thrown instanceof ApiError ? thrown : new ApiError(0, thrown instanceof Error ? thrown.message : '')
    if (refusal.status === 418) return { kind: 'maintenance', message: refusal.message }
    if (refusal.status === 404) return { kind: 'not-found' }
    if (refusal.status === 401 && storedToken()) {
      clearSession()
      return loadProvider()
    }
    return { kind: 'error', message: sentenceOf(refusal) ?? '', request_id: refusal.request_id }
  }
}

function wearBrand(provider: Provider): void {
  callAsProvider(provider.id)
  brand_title.write(provider.provider_title)
  document.title = provider.provider_title
  applyBrand(provider.theme, provider.provider_title, provider.logo_url)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icon && provider.favicon_url) icon.href = provider.favicon_url
}

const support_email_key = 'account_support_email'

/** Keeps whom the customer of a closed account turns to, for the page that then tells it (SHELL-059). */
export function storeSupportEmail(email: string): void {
  if (email) sessionStorage.setItem(support_email_key, email)
}

/** The support address of the closed account when it has one of its own, else the provider's (SHELL-059). */
export function supportEmail(provider: Provider): string {
  return sessionStorage.getItem(support_email_key) ?? String(provider.settings.support_email ?? '')
}

/** Stands for the own origin; the `.invalid` names belong to nobody. */
const placeholder_origin = 'https://own.invalid'

/**
 * Where a sign-in leads: the `redirect` parameter when it stays within the product, else home (AUTH-006). It is read as
 * a browser reads it, which drops line breaks and takes backslashes for slashes.
 */
export function redirectOf(search: string): string {
  const wished = new URLSearchParams(search).get('redirect') ?? '/'
  const read = wished.startsWith('/') ? parsed(wished) : null
  if (read?.origin !== placeholder_origin || read.pathname.startsWith('//')) return '/'
  const { pathname, search: query, hash } = read
  return /^\/(login|logout|register)(\/|$)/.test(pathname) ? '/' : pathname + query + hash
}

/** An address on the own origin; `null` when it is none. `URL.canParse` would be newer than the oldest browsers. */
function parsed(address: string): URL | null {
  try {
    return new URL(address, placeholder_origin)
  } catch {
    return null
  }
}

/** The sign-in address that leads back to where somebody was (AUTH-020, AUTH-021). */
export function loginAddress(pathname: string, search: string): string {
  if (pathname === '/logout') return '/'
  const back = pathname + search
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

/** Whether new customers may open an account by themselves (AUTH-014, AUTH-031). */
export function mayRegister({ settings }: Provider): boolean {
  return settings.registration_enabled !== false && settings.staff_only_login !== true
}

/** Whether guests who open the home page may look at prices instead of logging in (NAV-002). */
export function greetsGuests({ enabled_features, settings }: Provider): boolean {
  return enabled_features.includes('guest_quotes') && settings.staff_only_login !== true
}
