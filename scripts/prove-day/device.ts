import { AsyncLocalStorage } from 'node:async_hooks'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { Network } from './network.ts'
import { compilePages, type PageFile, type PageModules } from './page-modules.ts'

const RealDate = Date
const tabs = new AsyncLocalStorage<Tab>()

/** What stays on a phone or scanner when its page is loaded again. */
export class Device {
  readonly indexedDB = new IDBFactory()
  readonly localStorage = new MemoryStorage()
  readonly sessionStorage = new MemoryStorage()
  readonly network: Network
  /** How far its clock is ahead, in ms. */
  clock_shift_ms: number

  constructor(network: Network, clockShiftMs = 0) {
    this.network = network
    this.clock_shift_ms = clockShiftMs
  }
}

class MemoryStorage implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'> {
  [key: string]: unknown
  getItem(key: string): string | null {
    const value = Object.hasOwn(this, key) ? this[key] : null
    return typeof value === 'string' ? value : null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
  clear(): void {
    for (const key of Object.keys(this)) delete this[key]
  }
}

let newModules: () => PageModules = () => {
  throw new Error('No browsers are simulated.')
}

/** One load of the page of a device: its own modules of the web app, and their memory. */
export class Tab {
  readonly device: Device
  readonly #modules: PageModules
  /** Whether the page is still there. Nothing that it has requested is answered afterwards. */
  isOpen = true

  constructor(device: Device) {
    this.device = device
    this.#modules = this.run(newModules)
  }

  /** Runs code as on this page: its clock, storage and network are those of the device. */
  run<Result>(action: () => Result): Result {
    return tabs.run(this, action)
  }

  /** Returns a module of the web app as this page has it. */
  load<Module>(file: PageFile): Module {
    return this.#modules[file] as Module
  }

  close(): void {
    this.isOpen = false
  }
}

/** Runs code on this machine, although a page has called it. */
export function offPage<Result>(action: () => Result): Result {
  return tabs.exit(action)
}

/** Gives code that runs on a page the globals of a browser; other code keeps those of Node. */
export async function simulateBrowsers(): Promise<void> {
  const ofTab = <Key extends 'indexedDB' | 'localStorage' | 'sessionStorage'>(key: Key) =>
    Object.defineProperty(globalThis, key, { configurable: true, get: () => tabs.getStore()?.device[key] })
  ofTab('indexedDB')
  ofTab('localStorage')
  ofTab('sessionStorage')
  const now = (): number => RealDate.now() + (tabs.getStore()?.device.clock_shift_ms ?? 0)
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parts: ConstructorParameters<DateConstructor>, newTarget) =>
      Reflect.construct(target, (parts as unknown[]).length === 0 ? [now()] : parts, newTarget) as Date,
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  })
  const realFetch = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const tab = tabs.getStore()
    if (!tab) return realFetch(input, init)
    return tabs.exit(() => tab.device.network.carry(tab, String(input), init ?? {}))
  }
  Object.assign(globalThis, { XMLHttpRequest: PageRequest })
  newModules = await compilePages()
}

/** The part of `XMLHttpRequest` that uploads use. */
class PageRequest {
  timeout = 0
  status = 0
  responseText = ''
  readonly upload: { onprogress: unknown } = { onprogress: null }
  onloadend: (() => void) | null = null
  readonly #headers = new Headers()
  readonly #gone = new AbortController()
  #method = 'GET'
  #url = ''

  open(method: string, url: string): void {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  abort(): void {
    this.#gone.abort()
  }

  send(body: Blob): void {
    const timer = setTimeout(() => this.#gone.abort(), this.timeout)
    void this.#send(body).finally(() => {
      clearTimeout(timer)
      this.onloadend?.()
    })
  }

  async #send(body: Blob): Promise<void> {
    try {
      const answer = await fetch(this.#url, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal: this.#gone.signal,
      })
      this.responseText = await answer.text()
      this.status = answer.status
    } catch {
      this.status = 0
    }
  }
}
