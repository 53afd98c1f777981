import { hostOf } from '@waybill/domain/kit/environment'
import { listProviders, type ListedProvider } from '../identity/index.ts'
import type { Runtime } from '../kit/runtime.ts'
import { inPlatformTransaction } from './platform-transaction.ts'

const max_age_ms = 30_000

/** The companies of an installation, by id and by host name. */
export class Providers {
  readonly #by_id: ReadonlyMap<number, ListedProvider>
  readonly #by_host: ReadonlyMap<string, ListedProvider>
  readonly #standard: ListedProvider | null

  constructor(all: readonly ListedProvider[]) {
    this.#by_id = new Map(all.map((one) => [one.id, one]))
    // When two companies list the same host, the older one gets it.
    this.#by_host = new Map(
      all.toReversed().flatMap((one) => one.origins.map((host) => [host, one] as const)),
    )
    this.#standard = all.find((one) => one.is_default) ?? null
  }

  byId(id: number): ListedProvider | null {
    return this.#by_id.get(id) ?? null
  }

  /** Returns the company that lists this host as its own. */
  named(host: string): ListedProvider | null {
    return this.#by_host.get(hostOf(host)) ?? null
  }

  /** Returns the company whose pages this host serves: the one that lists it, or else the default company. */
  at(host: string): ListedProvider | null {
    return this.named(host) ?? this.#standard
  }

  /**
   * Returns the URL of a company's pages: the installation's URL, with the company's first host name in place of the
   * host when the company is not the default one.
   */
  webUrlOf(id: number, webUrl: string): string {
    const one = this.#by_id.get(id)
    const [host] = one?.origins ?? []
    if (!host || one?.is_default) return webUrl
    const { protocol, port } = new URL(webUrl)
    return `${protocol}//${host}${port ? `:${port}` : ''}`
  }
}

interface Read {
  providers: Promise<Providers>
  read_at: number
}

const known = new WeakMap<Runtime, Read | null>()

/** Returns the companies of this installation. They are cached until a message about a company, for up to 30 seconds. */
export function providersOf(runtime: Runtime): Promise<Providers> {
  if (!known.has(runtime))
    for (const topic of ['provider', 'missed'])
      runtime.pubsub.subscribe(topic, () => known.set(runtime, null))
  const last = known.get(runtime)
  const now = performance.now()
  if (last && now - last.read_at < max_age_ms) return last.providers
  const providers = inPlatformTransaction(runtime, listProviders).then((all) => new Providers(all))
  known.set(runtime, { providers, read_at: now })
  providers.catch(() => known.set(runtime, null))
  return providers
}
