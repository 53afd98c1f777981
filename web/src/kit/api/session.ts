/**
 * What this browser remembers about who is signed in, and the three things a call may find out about it. Kept apart
 * from React so that the client works anywhere.
 */
const token_key = 'access_token'
const impersonation_key = 'impersonated_username'

/** The session token from browser storage, or `null` (AUTH-005, AUTH-025). */
export function storedToken(): string | null {
  return readStorage(token_key)
}

export function storeToken(token: string): void {
  localStorage.setItem(token_key, token)
}

/** The user being impersonated: sent as `request_username` with every call (AUTH-062, AUTH-067). */
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

/** Tells the listener that a tab of this browser began or ended acting as a user, until the answer is called. */
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

/** What tells the server that somebody has signed in here before; survives logging out. */
export function knownDevice(): string | null {
  return readStorage(device_key)
}

export function storeKnownDevice(mark: string): void {
  localStorage.setItem(device_key, mark)
}

/** Forgets the session and everything personal, keeping only the look of the page (AUTH-027). */
export function clearSession(): void {
  const retained = ['theme', 'brand:', 'nav_collapsed', 'queue:', device_key]
  for (const key of Object.keys(localStorage))
    if (!retained.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key)
  sessionStorage.clear()
  // What the service worker keeps for opening without signal.
  void globalThis.caches?.delete('waybill-answers')
}

const expired_key = 'session_expired'

/** Keeps that a session has run out, for the sign-in page that says so next (AUTH-019). */
export function rememberExpiry(): void {
  globalThis.sessionStorage?.setItem(expired_key, 'yes')
}

/** Whether a session ran out just before; answered once. */
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

/** Set once the provider behind the host name is known; added to every call from then on (API-009). */
export function callAsProvider(id: number): void {
  provider_id = id
}

export function callingProvider(): number | null {
  return provider_id
}

/** Found out by any call: the token no longer counts (401), maintenance (418), the account is closed (423). */
export type SessionChange = 'ended' | 'maintenance' | 'account-closed'

const listeners = new Set<(change: SessionChange) => void>()

/** Calls the listener on session changes until the returned function is called. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function publishSessionChange(change: SessionChange): void {
  for (const listener of listeners) listener(change)
}
