import { storedToken } from '../api/session.ts'

/** The first two requests of a page; it needs their responses to open offline. */
const first_questions = /\/api\/(providers|general-data)(\?|$)/

/**
 * Registers the service worker, so that this browser can also open the pages of drivers and hubs offline: it caches
 * their files and the first responses for the signed-in user. Does nothing in browsers without service workers.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  // The requests that this page made before the service worker existed must be repeated, so that it can cache the
  // responses.
  if (!isNew || !active) return
  const token = storedToken()
  const requestedUrls = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => first_questions.test(name))
  active.postMessage({
    keep: requestedUrls.map((url) => [
      url,
      token && !url.includes('/api/providers') ? `Bearer ${token}` : '',
    ]),
  })
}
