import { storedToken } from '../api/session.ts'

/** The two questions a page begins with, whose answers it needs to open without signal. */
const first_questions = /\/api\/(providers|general-data)(\?|$)/

/**
 * From now on this browser opens the pages of drivers and hubs without signal as well: the service worker keeps their
 * files and the first answers of whoever is signed in. Without service workers everything goes on as before.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const isNew = navigator.serviceWorker.controller === null
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  // What this page asked before there was a service worker, it asks once more.
  if (!isNew || !active) return
  const token = storedToken()
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => first_questions.test(name))
  active.postMessage({
    keep: asked.map((url) => [url, token && !url.includes('/api/providers') ? `Bearer ${token}` : '']),
  })
}
