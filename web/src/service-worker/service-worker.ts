/**
 * Opens the pages of drivers and hubs where there is no signal. Pages and answers come from the network while it is
 * there; without it (no answer within eight seconds) from what was stored when it last was. Sends and any other reading
 * pass by untouched: what is done without signal waits in the queues of the pages themselves.
 */
const worker = self as unknown as ServiceWorkerGlobalScope

/** Written by the build: the shell and every file the offline pages need. */
const list_address = '/offline-files.json'
const files = 'waybill-files'
/** Personal: the pages forget it when somebody signs out. */
const answers = 'waybill-answers'
/** Milliseconds without an answer that count as no signal. */
const timeout_ms = 8000

const offline_pages = /^\/(tripsheet|hub-scanner)?(\/|$)/
/** The two questions a page begins with. */
const first_questions = /^\/api\/(providers|general-data)$/

worker.addEventListener('install', (event) => {
  event.waitUntil(cacheFiles().then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('message', (event) => {
  const wanted = event.data as { keep?: [address: string, authorization: string][] } | null
  if (wanted?.keep) event.waitUntil(Promise.allSettled(wanted.keep.map(([url, who]) => ask(url, who))))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (request.mode === 'navigate') {
    if (offline_pages.test(url.pathname)) event.respondWith(openPage(event))
  } else if (first_questions.test(url.pathname)) event.respondWith(answer(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request))
  else if (/^\/(boot\.(js|css)|polyfills\.js)$/.test(url.pathname))
    event.respondWith(inTime(request).catch(() => cacheFirst(request)))
})

worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data ?? '/')))
})

/** Shows what the server has pushed: `{ title, body, url }`; a browser insists that every push is shown. */
async function show(data: PushMessageData | null): Promise<void> {
  const { title = 'Your stops have changed', body = '', url = '/tripsheet' } = messageOf(data)
  await worker.registration.showNotification(title, { body, data: url, icon: '/icon.svg', lang: 'en' })
}

function messageOf(data: PushMessageData | null): { title?: string; body?: string; url?: string } {
  try {
    return (data?.json() ?? {}) as { title?: string; body?: string; url?: string }
  } catch {
    return {}
  }
}

/** Brings a window of the product to the page, or opens one; other origins are never opened. */
async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin)
  if (url.origin !== worker.location.origin) return
  const [window] = await worker.clients.matchAll({ type: 'window' })
  if (!window) await worker.clients.openWindow(url)
  else await (await window.focus()).navigate(url)
}

/** Takes over the files of the release that is served now, and forgets those of earlier ones. */
async function cacheFiles(): Promise<void> {
  const cache = await caches.open(files)
  const list = await fetch(list_address, { cache: 'no-cache' })
  if (!list.ok) return
  const wanted = ((await list.clone().json()) as string[]).filter(isLoaded)
  const before = await cache.match(list_address)
  if (before && (await before.text()) === (await list.clone().text())) return
  const cached = new Set((await cache.keys()).map((one) => new URL(one.url).pathname))
  await cache.addAll(wanted.filter((file) => !file.startsWith('/assets/') || !cached.has(file)))
  await Promise.all([...cached].filter((file) => !wanted.includes(file)).map((file) => cache.delete(file)))
  await cache.put(list_address, list)
}

/** Whether this browser's pages ask for a file: only those that lack functions load the polyfills. */
function isLoaded(file: string): boolean {
  return file !== '/polyfills.js' || !('toSpliced' in [])
}

async function openPage(event: FetchEvent): Promise<Response> {
  try {
    const page = await inTime(event.request)
    if (page.ok) event.waitUntil(cacheFiles().catch(() => undefined))
    if (page.status < 500) return page
    return (await caches.match('/', { cacheName: files })) ?? page
  } catch (reason) {
    const cached = await caches.match('/', { cacheName: files })
    if (cached) return cached
    throw reason
  }
}

async function cacheFirst(request: Request): Promise<Response> {
  const cached = await caches.match(request, { cacheName: files, ignoreSearch: true })
  if (cached) return cached
  const fresh = await fetch(request)
  // Fonts are cached once a page has used them; the pages of drivers use the phone's own fonts.
  if (fresh.ok && request.destination === 'font') await (await caches.open(files)).put(request, fresh.clone())
  return fresh
}

/** One of the first questions: the answer of now, else the one this person was given last. */
async function answer(request: Request): Promise<Response> {
  const key = await keyOf(request.url, request.headers.get('authorization') ?? '')
  try {
    const fresh = await inTime(request)
    if (fresh.ok) await (await caches.open(answers)).put(key, fresh.clone())
    return fresh
  } catch (reason) {
    const cached = await caches.match(key, { cacheName: answers })
    if (cached) return cached
    throw reason
  }
}

async function ask(url: string, authorization: string): Promise<Response> {
  return answer(new Request(url, authorization ? { headers: { authorization } } : {}))
}

/** Keeps the answers of different people apart without keeping their tokens. */
async function keyOf(url: string, authorization: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  const who = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${url}${url.includes('?') ? '&' : '?'}who=${who}`
}

async function inTime(request: Request): Promise<Response> {
  let timer = 0
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('There was no answer in time.')), timeout_ms)
  })
  return Promise.race([fetch(request), late]).finally(() => clearTimeout(timer))
}
