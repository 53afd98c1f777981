import { newKey } from '../../api/new-key.ts'

const storage_key = 'tab-id'

let id: string | null = null

/**
 * Returns the identifier of this browser tab, which survives a reload. It is in the session storage only while the page
 * is closed, so that a duplicated tab, which copies that storage, gets an identifier of its own.
 */
export function tabId(): string {
  if (id !== null) return id
  const own = sessionStorage.getItem(storage_key) ?? newKey()
  id = own
  sessionStorage.removeItem(storage_key)
  window.addEventListener('pagehide', () => sessionStorage.setItem(storage_key, own))
  window.addEventListener('pageshow', () => sessionStorage.removeItem(storage_key))
  return own
}
