import { webcrypto } from 'node:crypto'
import vm from 'node:vm'
import {
  Element as HappyElement,
  HTMLElement as HappyHTMLElement,
  HTMLFormElement as HappyHTMLFormElement,
  Window,
} from 'happy-dom'
import type { Activity } from './activity.ts'
import {
  DataTransferStub,
  dragEventOf,
  formDataOf,
  NoSocket,
  NoSound,
  requestsOver,
  type PageFetch,
} from './browser-parts.ts'
import { dateOn, type TestClock } from './clock.ts'
import { RenderedElements, type Styles } from './styles.ts'

/** A script that runs once in each window, as the body of a function whose parameters are the window's globals. */
export interface PageScript {
  runIn(window: { globals: Readonly<Record<string, unknown>> }): unknown
}

/** Globals that are part of the language, which scripts share with Node. */
const of_language = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[])

/** The user agent of a supported browser. */
const user_agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

/** Classes for which happy-dom has its own network and file implementations; those of Node work better. */
const of_node = {
  AbortController,
  AbortSignal,
  Blob,
  File,
  FormData,
  Headers,
  Request,
  URL,
  URLSearchParams,
  ReadableStream,
  WritableStream,
  TransformStream,
  TextEncoder,
  TextDecoder,
  crypto: webcrypto,
  structuredClone,
  atob,
  btoa,
}

/** Globals of the test process that pages must not see. */
const hidden_from_pages = [
  'process',
  'Buffer',
  'global',
  'require',
  'module',
  'exports',
  'setImmediate',
  'MessageChannel',
]

function define(on: object, name: string, value: unknown): void {
  Object.defineProperty(on, name, { configurable: true, writable: true, value })
}

/** The open popovers of all windows, because windows share the classes of elements. */
const openPopovers = new WeakSet<object>()
/** The rendered elements of each document. */
const elements_of = new WeakMap<object, RenderedElements>()
/** The function that submits the forms of each document. */
const sendsForms = new WeakMap<object, (form: HTMLFormElement) => void>()

const { matches } = HappyElement.prototype
define(HappyHTMLElement.prototype, 'showPopover', function (this: object) {
  openPopovers.add(this)
})
define(HappyHTMLElement.prototype, 'hidePopover', function (this: object) {
  openPopovers.delete(this)
})
define(HappyHTMLElement.prototype, 'scrollIntoView', () => undefined)
define(HappyElement.prototype, 'matches', function (this: HappyElement, selector: string) {
  return selector === ':popover-open' ? openPopovers.has(this) : matches.call(this, selector)
})
define(HappyElement.prototype, 'checkVisibility', function (this: HappyElement) {
  return elements_of.get(this.ownerDocument)?.isLaidOut(this as unknown as Element) ?? false
})
define(HappyHTMLFormElement.prototype, 'submit', function (this: HappyHTMLFormElement) {
  sendsForms.get(this.ownerDocument)?.(this as unknown as HTMLFormElement)
})

export interface WindowOptions {
  clock: TestClock
  activity: Activity
  styles: Styles
  size: { width: number; height: number }
  fetch: PageFetch
  /** Navigates to an address as the browser does, with a new document. `form`: the data to post there. */
  navigate: (address: string, form?: string) => void
  /** Opens a new tab. */
  openTab: (address: string) => void
  /** The databases of the browser: `indexedDB` and its classes. */
  storage: object
  /** Called with each error that a page reports. */
  fail: (message: string) => void
}

/** The window of one document: a happy-dom window with the clock, server and stylesheet of the test. */
export class DomWindow {
  readonly window: Window
  readonly shown: RenderedElements
  readonly #options: WindowOptions
  readonly #globals: Record<string, unknown>
  #isClosed = false

  constructor(address: string, options: WindowOptions) {
    this.#options = options
    this.window = new Window({
      url: address,
      ...options.size,
      settings: {
        disableCSSFileLoading: true,
        disableJavaScriptFileLoading: true,
        disableIframePageLoading: true,
        disableComputedStyleRendering: true,
        navigation: {
          disableMainFrameNavigation: true,
          disableChildFrameNavigation: true,
          disableChildPageNavigation: true,
          disableFallbackToSetURL: true,
        },
        device: { prefersReducedMotion: 'reduce' },
        navigator: { userAgent: user_agent },
      },
    })
    const known = new Map<string, boolean>()
    this.shown = new RenderedElements(
      options.styles,
      (query) => {
        const matches = known.get(query) ?? this.window.matchMedia(query).matches
        known.set(query, matches)
        return matches
      },
      openPopovers,
    )
    elements_of.set(this.window.document, this.shown)
    this.window.addEventListener('resize', () => known.clear())
    this.#globals = this.#makeGlobals()
  }

  /** The globals that a script of a page sees, by name. */
  get globals(): Readonly<Record<string, unknown>> {
    return this.#globals
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Closes the document: clears its timers and drops the responses to its requests. */
  close(): void {
    this.window.dispatchEvent(new this.window.Event('pagehide'))
    this.#isClosed = true
    this.#options.clock.forget(this)
  }

  #makeGlobals(): Record<string, unknown> {
    const { clock, activity, fail } = this.#options
    const win = this.window as unknown as Record<string, unknown>
    const timers = clock.timersOf(this)
    const guarded = (run: unknown, values: readonly unknown[]) => () => {
      if (this.#isClosed || typeof run !== 'function') return
      try {
        run(...values)
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error))
      }
    }
    const own: Record<string, unknown> = {
      ...of_node,
      Date: dateOn(clock),
      performance: { now: () => clock.now, mark: () => undefined, measure: () => undefined, timeOrigin: 0 },
      setTimeout: (run: unknown, delay = 0, ...values: unknown[]) =>
        timers.set(guarded(run, values), Number(delay)),
      setInterval: (run: unknown, delay = 0, ...values: unknown[]) =>
        timers.set(guarded(run, values), Number(delay), true),
      clearTimeout: timers.clear,
      clearInterval: timers.clear,
      requestAnimationFrame: (run: unknown) => timers.set(guarded(run, [clock.now]), 16),
      cancelAnimationFrame: timers.clear,
      // React's scheduler uses these to render.
      setImmediate: (run: unknown, ...values: unknown[]) => soon(activity, guarded(run, values)),
      clearImmediate: () => undefined,
      queueMicrotask: (run: () => void) => queueMicrotask(guarded(run, [])),
      fetch: this.#options.fetch,
      Response: trackedResponse(activity),
      XMLHttpRequest: requestsOver(this.#options.fetch),
      FormData: formDataOf(this.window),
      DataTransfer: DataTransferStub,
      DragEvent: dragEventOf(this.window),
      WebSocket: NoSocket,
      AudioContext: NoSound,
      BroadcastChannel: this.#channels(),
      getComputedStyle: this.#computedStyle(),
      console: {
        ...console,
        error: (...values: unknown[]) => fail(values.map(String).join(' ')),
        warn: () => undefined,
      },
      XPathResult: { ORDERED_NODE_ITERATOR_TYPE: 5 },
      ...this.#options.storage,
    }
    const names = new Set<string>()
    for (
      let from: object = this.window;
      from && from !== Object.prototype;
      from = Object.getPrototypeOf(from) as object
    )
      for (const name of Object.getOwnPropertyNames(from))
        if (/^[A-Za-z_$][\w$]*$/.test(name) && name !== 'constructor' && !of_language.has(name))
          names.add(name)
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(this.window, name, { configurable: true, writable: true, value })
    const globals: Record<string, unknown> = {}
    for (const name of names) globals[name] = win[name]
    for (const name of hidden_from_pages) globals[name] = undefined
    Object.assign(globals, own, { window: this.window, self: this.window, globalThis: this.window })
    this.#standIn()
    return globals
  }

  /** Adds the parts of a browser that happy-dom lacks and that pages use. */
  #standIn(): void {
    const { window } = this
    const { navigate, openTab } = this.#options
    define(window.location, 'assign', (address: string) => navigate(String(address)))
    define(window.location, 'replace', (address: string) => navigate(String(address)))
    define(window.location, 'reload', () => navigate(window.location.href))
    define(window, 'open', (address: string) => {
      openTab(address)
      return { opener: null, close: () => undefined, closed: false }
    })
    let copied = ''
    define(window.navigator, 'clipboard', {
      readText: async () => copied,
      writeText: async (text: string) => {
        copied = text
      },
    })
    define(window.navigator, 'geolocation', {
      watchPosition: () => 0,
      clearWatch: () => undefined,
      getCurrentPosition: () => undefined,
    })
    // Selectors use a path to go from an element to its parent.
    define(window.document, 'evaluate', (path: string, from: Element) => {
      const found = path === '..' ? [from.parentElement] : [from]
      return { iterateNext: () => found.shift() ?? null }
    })
    const send = (form: HTMLFormElement): void => {
      const fields = new URLSearchParams(
        [...new window.FormData(form as never)].map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      ).toString()
      const address = new URL(form.action || window.location.href, window.location.href)
      if (form.method.toLowerCase() === 'post') return navigate(address.href, fields)
      address.search = fields
      navigate(address.href)
    }
    sendsForms.set(window.document, send)
    window.addEventListener('submit', (event) => {
      if (!event.defaultPrevented) send(event.target as unknown as HTMLFormElement)
    })
    window.addEventListener('click', (event) => {
      const target = event.target as unknown as Element | null
      const link = target?.closest?.('a[href]') as HTMLAnchorElement | null | undefined
      if (!link || event.defaultPrevented || link.hasAttribute('download')) return
      if (!/^https?:/.test(link.href)) return
      if (link.target === '_blank' || (event as unknown as MouseEvent).ctrlKey) openTab(link.href)
      else navigate(link.href)
    })
  }

  #computedStyle() {
    const { shown } = this
    return (element: HTMLElement, pseudo?: string | null) => {
      const own = element.style as CSSStyleDeclaration | undefined
      const found: Record<string, string> = pseudo
        ? { display: 'inline', visibility: 'visible', content: 'none' }
        : {
            ...shown.of(element),
            content: 'none',
            pointerEvents: 'auto',
            opacity: own?.opacity || '1',
            userSelect: 'auto',
          }
      const valueOf = (name: string): string => found[name] ?? own?.getPropertyValue(name) ?? ''
      return new Proxy(found, {
        get: (_, name: string) => (name === 'getPropertyValue' ? valueOf : valueOf(name)),
      })
    }
  }

  /**
   * Returns a `BroadcastChannel` class. There is only one tab, so the channels of this window receive each other's
   * messages.
   */
  #channels() {
    const open = new Set<Channel>()
    const { activity } = this.#options
    class Channel extends EventTarget {
      readonly name: string
      onmessage: ((event: { data: unknown }) => void) | null = null
      constructor(name: string) {
        super()
        this.name = name
        open.add(this)
      }
      postMessage(data: unknown): void {
        const others = [...open].filter((one) => one !== this && one.name === this.name)
        const end = activity.begin()
        setImmediate(() => {
          for (const one of others) {
            const event = new MessageEvent('message', { data: structuredClone(data) })
            one.dispatchEvent(event)
            one.onmessage?.(event)
          }
          end()
        })
      }
      close(): void {
        open.delete(this)
      }
    }
    return Channel
  }
}

/** Runs a function in its own turn of the event loop, which counts as activity until then. */
function soon(activity: Activity, run: () => void): NodeJS.Immediate {
  const end = activity.begin()
  return setImmediate(() => {
    run()
    end()
  })
}

/** Returns the globals of a script that outlives documents. */
export function backgroundOf(activity: Activity) {
  return {
    globals: {
      ...of_node,
      setImmediate: (run: () => void) => soon(activity, run),
    },
  }
}

/** Returns a `Response` class that counts as activity while a body is read. */
export function trackedResponse(activity: Activity): typeof Response {
  return class extends Response {
    override text() {
      return activity.track(super.text())
    }
    override json() {
      return activity.track(super.json())
    }
    override blob() {
      return activity.track(super.blob())
    }
    override arrayBuffer() {
      return activity.track(super.arrayBuffer())
    }
  }
}

/** Compiles a script once, to run it in any number of windows. `runIn` returns what the script exports. */
export function pageScript(source: string, file: string): PageScript {
  const compiled = new Map<string, (globals: object) => unknown>()
  return {
    runIn({ globals }) {
      const names = Object.keys(globals).join()
      let run = compiled.get(names)
      if (!run) {
        const code = `'use strict';(function ({${names}}) {${source}\n;return typeof exported === 'undefined' ? undefined : exported})`
        run = new vm.Script(code, { filename: file }).runInThisContext() as (globals: object) => unknown
        compiled.set(names, run)
      }
      return run(globals)
    },
  }
}
