/**
 * Session data stored in this browser, and the three session changes that any call can detect. Does not depend on
 * React, so that the API client works anywhere.
 */
const token_key = 'access_token'
const impersonation_key = 'impersonated_username'

/** Returns the session token from browser storage, or `null` (AUTH-005, AUTH-025). */
export function storedToken(): string | null {
  return readStorage(token_key)
}

export function storeToken(token: string): void {
  localStorage.setItem(token_key, token)
}

/**
 * Returns the username of the impersonated user, sent as `request_username` with every call, or `null` (AUTH-062,
 * AUTH-067).
 */
export function impersonatedUsername(): string | null {
  return readStorage(impersonation_key)
}

export function startImpersonating(username: string): void {
  localStorage.setItem(impersonation_key, username)
  for (const listener of acting_listeners) listener()
}

export function stopImpersonating(): void {
  if (impersonatedUsername() === null) return
  localStorage.removeItem(impersonation_key)
  for (const listener of acting_listeners) listener()
}

const acting_listeners = new Set<() => void>()

/** Calls `listener` when this or another tab starts or stops impersonating, until the returned function is called. */
export function onActingChanged(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === impersonation_key || key === null) listener()
  }
  acting_listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    acting_listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

const device_key = 'known_device'

/**
 * Returns the mark that shows the server that a user has signed in on this device before, or `null`. It is kept on
 * sign-out.
 */
export function knownDevice(): string | null {
  return readStorage(device_key)
}

export function storeKnownDevice(mark: string): void {
  localStorage.setItem(device_key, mark)
}

const clock_key = 'clock_offset'

/** Returns how many seconds the clock of this device was ahead of the server's when last measured, or `null`. */
export function storedClockOffset(): number | null {
  const stored = readStorage(clock_key)
  return stored === null ? null : Number(stored)
}

/** Stores the offset of the clock of this device, in seconds. It is kept on sign-out. */
export function storeClockOffset(seconds: number): void {
  localStorage.setItem(clock_key, String(seconds))
}

/**
 * Removes the session and all personal data from browser storage. Keeps only the appearance settings, the data of hub
 * scanning stations (`queue:`), the device mark and the offset of the clock (AUTH-027).
 */
export function clearSession(): void {
  const retained = ['theme', 'brand:', 'nav_collapsed', 'queue:', device_key, clock_key]
  for (const key of Object.keys(localStorage))
    if (!retained.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key)
  sessionStorage.clear()
  // The responses that the service worker caches for opening the app offline.
  void globalThis.caches?.delete('waybill-answers')
}

const expired_key = 'session_expired'

/** Stores that a session has expired, so that the sign-in page can display it next (AUTH-019). */
export function rememberExpiry(): void {
  globalThis.sessionStorage?.setItem(expired_key, 'yes')
}

/** Returns whether a session has just expired, and clears the mark, so that this is reported only once. */
export function takeExpired(): boolean {
  const hasExpired = sessionStorage.getItem(expired_key) !== null
  sessionStorage.removeItem(expired_key)
  return hasExpired
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

let provider_id: number | null = null

/** Sets the provider of this host name, once it has been found; it is added to every call from then on (API-009). */
export function callAsProvider(id: number): void {
  provider_id = id
}

export function callingProvider(): number | null {
  return provider_id
}

let page_username: string | null = null

/**
 * Sets the user who opened this page; later users do not replace the first one. The server refuses every call of this
 * page with the token of another user, whom another tab or the sign-in dialog may have stored in the meantime.
 */
export function callAsUser(username: string): void {
  page_username ??= username
}

export function callingUser(): string | null {
  return page_username
}

/** Returns the user as whom this page calls: the impersonated one, otherwise its own; `null` before it is known. */
export function actingUser(): string | null {
  return impersonatedUsername() ?? page_username
}

/**
 * Session changes that any call can detect: the token is no longer valid (401) or belongs to another user than this
 * page, maintenance (418), the account is closed (423).
 */
export type SessionChange = 'ended' | 'other-user' | 'maintenance' | 'account-closed'

const listeners = new Set<(change: SessionChange) => void>()

/** Calls the listener on session changes until the returned function is called. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publishSessionChange(change: SessionChange): void {
  for (const listener of listeners) listener(change)
}
