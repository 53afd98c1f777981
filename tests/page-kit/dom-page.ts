import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { Activity } from './activity.ts'
import { nextMacrotask } from './activity.ts'
import type { TestClock } from './clock.ts'
import { keysOf } from './keys.ts'
import { innerText } from './inner-text.ts'
import { DomLocator, type LocatedPage, type PageFunction, type Selectors } from './dom-locator.ts'
import { backgroundOf, DomWindow, pageScript, trackedResponse, type PageScript } from './dom-window.ts'
import type { TestFinder, TestPage } from './page-api.ts'
import type { Styles } from './styles.ts'

/** How long to wait for a page, in ms of the test clock. They pass at once when there is no activity. */
const patience_ms = 20_000
/** Milliseconds between two screen frames. */
const frame_ms = 17
/** Turns of the event loop per frame: React renders, runs effects, and renders what these changed. */
const turns_of_frame = 4
/** How many short timers may follow each other before a page is considered as never settling. */
const max_timers = 200

interface InPage {
  selectors: Selectors
  elementsOf(selector: string): HTMLElement[]
}

/** What the pages of one product share. */
export interface DomEngine {
  clock: TestClock
  activity: Activity
  styles: Styles
  app: PageScript
  in_page: PageScript
  storage: PageScript
  /**
   * Requests the document at an address; returns its HTML or the redirect target. `form`: the form data to post
   * there.
   */
  document(url: URL, form?: string): Promise<{ html: string } | { moved_to: string }>
  /**
   * Returns the response to a network request of a page, and counts everything as activity that does not wait for the
   * test.
   */
  fetch(url: URL, init: RequestInit, Answer: typeof Response): Promise<Response>
  /** Whether an address belongs to the product. */
  isOwn(url: URL): boolean
  /** Runs the queued jobs of the server; returns whether there were any. */
  runJobs(): Promise<boolean>
  fail(message: string): void
}

/** A browser window of a user: the app in happy-dom, with the API of Playwright. */
export class DomPage implements LocatedPage {
  readonly engine: DomEngine
  readonly #web: string
  #size: { width: number; height: number }
  #current: DomWindow | null = null
  #in_page: InPage | null = null
  #user: UserEvent | null = null
  readonly #storages = new Storages()
  readonly #init_scripts: (() => void)[] = []
  #isGoing: Promise<unknown> | null = null
  #databases: object | null = null

  constructor(engine: DomEngine, web: string, size: { width: number; height: number }, token?: string) {
    this.engine = engine
    this.#web = web
    this.#size = size
    if (token) this.#storages.get(new URL(web).origin).local.set('access_token', token)
  }

  /** Where this window navigated away to: new tabs, and pages of other hosts. */
  readonly left: { url: URL; fields: URLSearchParams }[] = []

  get window(): DomWindow {
    if (!this.#current) throw new Error('This window shows no page yet: go to one first.')
    return this.#current
  }

  get isOpen(): boolean {
    return this.#current !== null
  }

  /** Simulates a user's keys and clicks. */
  get user(): UserEvent {
    if (!this.#user) throw new Error('This window shows no page yet: go to one first.')
    return this.#user
  }

  get inPage(): InPage {
    if (!this.#in_page) throw new Error('This window shows no page yet: go to one first.')
    return this.#in_page
  }

  async goto(address: string): Promise<void> {
    await this.#load(new URL(address, this.#web))
  }

  /** Replaces the current document by the one at an address, or by the response to a form posted there. */
  async #load(requested: URL, form?: string): Promise<void> {
    this.leave()
    const { engine } = this
    let url = requested
    let answer = await engine.document(url, form)
    while ('moved_to' in answer) {
      url = new URL(answer.moved_to, url)
      answer = await engine.document(url)
    }
    const window: DomWindow = new DomWindow(url.href, {
      ...engine,
      size: this.#size,
      navigate: (to, form) => {
        if (window.isClosed) return
        const there = new URL(to, window.window.location.href)
        if (engine.isOwn(there)) this.#goFrom(window, there, form)
        else this.left.push({ url: there, fields: new URLSearchParams(form) })
      },
      openTab: (to) =>
        this.left.push({ url: new URL(to, window.window.location.href), fields: new URLSearchParams() }),
      fetch: (input, init = {}) =>
        this.#fetch(window, new URL(input instanceof Request ? input.url : input, this.url()), init),
      fail: engine.fail,
      storage: (this.#databases ??= engine.storage.runIn(backgroundOf(engine.activity)) as object),
    })
    this.#current = window
    const { localStorage, sessionStorage, document } = window.window
    const stored = this.#storages.get(url.origin)
    for (const [key, value] of stored.local) localStorage.setItem(key, value)
    for (const [key, value] of stored.session) sessionStorage.setItem(key, value)
    document.write(answer.html)
    this.#in_page = engine.in_page.runIn(window) as InPage
    this.#user = userEvent.setup({
      document: document as unknown as Document,
      delay: null,
      pointerEventsCheck: 0,
      writeToClipboard: true,
      applyAccept: false,
    })
    for (const run of this.#init_scripts) run()
    if (document.getElementById('root')) engine.app.runIn(window)
    await nextMacrotask()
  }

  /** Navigates from a document once the script that requested it has run. The last request wins. */
  #goFrom(window: DomWindow, there: URL, form?: string): void {
    const going: Promise<void> = nextMacrotask().then(() =>
      window.isClosed || this.#isGoing !== going ? undefined : this.#load(there, form),
    )
    this.#isGoing = going
  }

  /** Closes the current document; its storage is retained. */
  leave(): void {
    if (!this.#current) return
    this.#current.close()
    const { localStorage, sessionStorage, location } = this.#current.window
    const stored = this.#storages.get(location.origin)
    copy(localStorage, stored.local)
    copy(sessionStorage, stored.session)
    void this.engine.activity.track(this.#current.window.happyDOM.close())
    this.#current = null
    this.#in_page = null
    this.#user = null
  }

  reload = () => this.goto(this.url())
  async goBack(): Promise<void> {
    this.window.window.history.back()
    await this.settle()
  }
  url = () => this.#current?.window.location.href ?? 'about:blank'
  title = async () => {
    await this.settle()
    return this.window.window.document.title
  }

  evaluate = (async (fn: PageFunction, value?: unknown) => this.run(fn, value)) as TestPage['evaluate']

  /** Runs a function in the page. It can use the page's globals and its arguments, but nothing of the test. */
  run(fn: PageFunction, ...values: unknown[]): unknown {
    const script = pageScript(`const exported = (${fn.toString()})`, 'evaluated.js')
    return (script.runIn(this.window) as (...given: unknown[]) => unknown)(...values)
  }

  async waitForFunction(check: PageFunction, value?: unknown): Promise<void> {
    await this.until(
      () => check.toString(),
      () => (this.run(check, value) ? true : undefined),
    )
  }

  async addInitScript(script: PageFunction, value?: unknown): Promise<void> {
    this.#init_scripts.push(() => void this.run(script, value))
  }

  async waitForURL(wanted: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    const isIt = (href: string): boolean => {
      if (typeof wanted === 'function') return wanted(new URL(href))
      return typeof wanted === 'string' ? asPattern(wanted).test(href) : wanted.test(href)
    }
    await this.until(
      () => `the address ${String(wanted)}; it is ${this.url()}`,
      () => isIt(this.url()) || undefined,
    )
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    this.#size = size
    this.#current?.window.happyDOM.setViewport(size)
    await nextMacrotask()
  }

  viewportSize = () => this.#size

  keyboard = {
    press: async (key: string): Promise<void> => {
      await this.nextFrame()
      await this.user.keyboard(keysOf(key))
      await nextMacrotask()
    },
    type: async (text: string): Promise<void> => {
      await this.nextFrame()
      await this.user.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
      await nextMacrotask()
    },
  }

  context() {
    return { close: async () => this.leave() }
  }

  locator = (css: string) => new DomLocator(this, css)
  getByRole: TestFinder['getByRole'] = (...about) => this.#found('role', about)
  getByText: TestFinder['getByText'] = (...about) => this.#found('text', about)
  getByLabel: TestFinder['getByLabel'] = (...about) => this.#found('label', about)
  getByTitle: TestFinder['getByTitle'] = (...about) => this.#found('title', about)
  getByAltText: TestFinder['getByAltText'] = (...about) => this.#found('alt', about)
  getByPlaceholder: TestFinder['getByPlaceholder'] = (...about) => this.#found('placeholder', about)
  #found(by: keyof Selectors, about: [text: string | RegExp, options?: object]): DomLocator {
    return new DomLocator(this, [{ by, about }])
  }

  /** Returns the elements that match a selector now. */
  elements(selector: string): HTMLElement[] {
    if (!this.#current) return []
    this.window.shown.recomputeStyles()
    return this.inPage.elementsOf(selector)
  }

  /**
   * Waits until `look` returns a value, while the test clock advances. When it does not in time, throws an error with
   * `what`.
   */
  async until<Value>(
    what: () => string,
    check: () => Value | undefined,
    timeout = patience_ms,
  ): Promise<Value> {
    const deadline = this.engine.clock.now + timeout
    for (;;) {
      await this.#arrive()
      const found = check()
      if (found !== undefined) return found
      if (!(await this.#goOn(deadline)))
        throw new Error(`Waited for ${what()}\nThe page reads:\n${this.#text().slice(0, 1_500)}`)
    }
  }

  /** Lets one frame pass, as between two actions of a user. */
  async nextFrame(): Promise<void> {
    const { clock } = this.engine
    const end = clock.now + frame_ms
    for (let turns = 0; turns < turns_of_frame; turns += 1) await nextMacrotask()
    while (clock.runNext(end)) await nextMacrotask()
  }

  /** Resolves when no request, rendering or short timer is pending. */
  async settle(): Promise<void> {
    const { clock, activity } = this.engine
    for (let timers = 0; ;) {
      await this.#arrive()
      if (!activity.isQuiet) {
        await activity.next()
        continue
      }
      await nextMacrotask()
      await nextMacrotask()
      if (!activity.isQuiet || this.#isGoing) continue
      if (!clock.runNext(Infinity, 'short')) return
      timers += 1
      if (timers > max_timers)
        throw new Error('This page does not come to rest: short timers follow each other.')
    }
  }

  /** Lets time pass, and runs everything that becomes due. */
  async pass(milliseconds: number): Promise<void> {
    const { clock } = this.engine
    const end = clock.now + milliseconds
    while (await this.#goOn(end)) await this.#arrive()
    clock.skip(end - clock.now)
  }

  /** Skips time, as when a computer slept: everything that became due runs once, now. */
  async sleep(milliseconds: number): Promise<void> {
    this.engine.clock.skip(milliseconds)
    await this.pass(0)
  }

  async #arrive(): Promise<void> {
    const going = this.#isGoing
    if (!going) return
    await going
    if (this.#isGoing === going) this.#isGoing = null
  }

  async #goOn(deadline: number): Promise<boolean> {
    const { clock, activity, runJobs } = this.engine
    if (!activity.isQuiet) {
      await activity.next()
      return true
    }
    await nextMacrotask()
    await nextMacrotask()
    if (!activity.isQuiet || this.#isGoing) return true
    if (await runJobs()) return true
    return clock.runNext(deadline)
  }

  /** Returns the visible text of the page. */
  #text(): string {
    this.window.shown.recomputeStyles()
    return innerText(this.window.window.document.body as unknown as HTMLElement, this.window.shown)
  }

  async #fetch(window: DomWindow, url: URL, init: RequestInit): Promise<Response> {
    const { activity } = this.engine
    const { signal } = init
    signal?.throwIfAborted()
    const answer = this.engine.fetch(url, init, trackedResponse(activity))
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      answer.then(
        (response) => (window.isClosed ? undefined : resolve(response)),
        (error: Error) => (window.isClosed ? undefined : reject(error)),
      )
    })
  }
}

/** The local and session storage of a browser, by origin. */
class Storages {
  readonly #known = new Map<string, { local: Map<string, string>; session: Map<string, string> }>()

  get(origin: string): { local: Map<string, string>; session: Map<string, string> } {
    const stored = this.#known.get(origin) ?? { local: new Map(), session: new Map() }
    this.#known.set(origin, stored)
    return stored
  }
}

function copy(
  storage: { length: number; key(index: number): string | null; getItem(key: string): string | null },
  to: Map<string, string>,
): void {
  to.clear()
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index) ?? ''
    to.set(key, storage.getItem(key) ?? '')
  }
}

/** Converts a Playwright URL pattern: `**` matches anything, `*` anything except a slash. */
function asPattern(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&')
  return new RegExp(
    `^${escaped.replaceAll('**', '\u0000').replaceAll('*', '[^/]*').replaceAll('\u0000', '.*')}$`,
  )
}
