import type { signInApi } from '@waybill/domain/identity/sign-in/sign-in-api'
import { start_calls } from '@waybill/domain/identity/sign-in/start-calls'
import type { Provider } from '@waybill/domain/identity/model'
import { environmentOf } from '@waybill/domain/kit/environment'
import { callPlain } from '../../kit/api/call-plain.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { ApiError } from '../../kit/api/api-error.ts'
import { callAsProvider, clearSession, storedToken } from '../../kit/api/session.ts'
import { applyBrand } from '../../kit/theme/apply-theme.ts'
import { brand_title } from '../../kit/url/page-title.ts'

/** The result of loading the provider (SHELL-039…SHELL-043). */
export type ProviderOutcome =
  | { kind: 'provider'; provider: Provider }
  | { kind: 'maintenance'; message: string }
  | { kind: 'not-found' }
  | { kind: 'error'; message: string; request_id: string }

/** Returns the host to request, without `www.`. An override is used only outside production (SHELL-045, API-007). */
export function originOf(host: string, override: string | null): string {
  const plain = host.replace(/^www\./, '')
  return override && environmentOf(plain) !== 'prod' ? override : plain
}

/**
 * Loads the courier company of this host and applies its brand. After a 401 with a stored token it clears the session
 * and tries again.
 */
export async function loadProvider(): Promise<ProviderOutcome> {
  try {
    const origin = originOf(window.location.hostname, localStorage.getItem('host_override'))
    const { provider } = await callPlain<typeof signInApi.provider>(start_calls.provider, { origin })
    wearBrand(provider)
    return { kind: 'provider', provider }
  } catch (thrown) {
    const error =
      thrown instanceof ApiError ? thrown : new ApiError(0, thrown instanceof Error ? thrown.message : '')
    if (error.status === 418) return { kind: 'maintenance', message: error.message }
    if (error.status === 404) return { kind: 'not-found' }
    if (error.status === 401 && storedToken()) {
      clearSession()
      return loadProvider()
    }
    return { kind: 'error', message: sentenceOf(error) ?? '', request_id: error.request_id }
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

/** Stores the support address of a closed account for the account-closed page (SHELL-059). */
export function storeSupportEmail(email: string): void {
  if (email) sessionStorage.setItem(support_email_key, email)
}

/** Returns the stored support address of the closed account, otherwise the provider’s (SHELL-059). */
export function supportEmail(provider: Provider): string {
  return sessionStorage.getItem(support_email_key) ?? String(provider.settings.support_email ?? '')
}

/** Placeholder for the own origin. Names under `.invalid` can never be registered. */
const placeholder_origin = 'https://own.invalid'

/**
 * Returns the target after sign-in: the `redirect` parameter when it stays within the product, otherwise home
 * (AUTH-006). It is parsed as a browser does, which drops line breaks and treats backslashes as slashes.
 */
export function redirectOf(search: string): string {
  const wished = new URLSearchParams(search).get('redirect') ?? '/'
  const read = wished.startsWith('/') ? parsed(wished) : null
  if (read?.origin !== placeholder_origin || read.pathname.startsWith('//')) return '/'
  const { pathname, search: query, hash } = read
  return /^\/(login|logout|register)(\/|$)/.test(pathname) ? '/' : pathname + query + hash
}

/**
 * Parses an address relative to the own origin; `null` when it is invalid. The oldest supported browsers do not have
 * `URL.canParse`.
 */
function parsed(address: string): URL | null {
  try {
    return new URL(address, placeholder_origin)
  } catch {
    return null
  }
}

/** Returns the sign-in address that leads back to the current page (AUTH-020, AUTH-021). */
export function loginAddress(pathname: string, search: string): string {
  if (pathname === '/logout') return '/'
  const back = pathname + search
  return back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`
}

/** Checks whether new customers may open an account themselves (AUTH-014, AUTH-031). */
export function mayRegister({ settings }: Provider): boolean {
  return settings.registration_enabled !== false && settings.staff_only_login !== true
}

/** Checks whether guests on the home page may see prices instead of the sign-in (NAV-002). */
export function greetsGuests({ enabled_features, settings }: Provider): boolean {
  return enabled_features.includes('guest_quotes') && settings.staff_only_login !== true
}
