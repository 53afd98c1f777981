import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { requiresSecondFactor } from '@waybill/domain/identity/sign-in/two-factor'
import type { Actor } from '@waybill/domain/kit/actor'
import { Problem, unauthorised } from '@waybill/domain/kit/problem'
import { readSetting } from '@waybill/domain/kit/setting'
import {
  requireListed,
  guestOf,
  sessionHolder,
  findTokenHolders,
  consumeLiveTicket,
  findTokenHolder,
  type ResolvedCredential,
  type ListedProvider,
} from '../identity/index.ts'
import { digestOf } from '../kit/sealer.ts'
import type { Runtime } from '../kit/runtime.ts'
import { maintenance_retry_s } from './maintenance-page.ts'
import { providersOf } from '../db/providers.ts'
import { settingsOf } from '../db/settings-cache.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'

/**
 * Cache time in ms for token holders and guests. Every change of them is published: it takes effect in this process
 * with its commit, in others with the notification, and after this time should that be lost.
 */
const cached_ms = 30_000
/** Cache time in ms of the result that a token has no holder, and of all while no notifications arrive. */
const short_cached_ms = 1_500
/** Number of holders in memory. The oldest are dropped first. */
const max_cached = 20_000

/** The holder of a token. `needs_two_factor`: the holder must set up a second factor before anything else. */
export interface TokenHolder extends ResolvedCredential {
  needs_two_factor: boolean
}

interface Cached<T> {
  value: Promise<T>
  /** The value, once it was read. */
  known: T | undefined
  read_at: number
}

/**
 * Resolves the caller and the provider of a request. Results are cached briefly, so that a busy client causes no
 * extra queries.
 */
export class Authentication {
  readonly #runtime: Runtime
  readonly #holders = new Map<string, Cached<ResolvedCredential | null>>()
  readonly #guests = new Map<number, Cached<Actor>>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    const { pubsub } = runtime
    pubsub.subscribe('session', ({ provider_id, subject }) => this.#dropHolders(provider_id, subject))
    // A role changed, perhaps that of guests.
    pubsub.subscribe('session', ({ provider_id, subject }) => {
      if (subject === undefined) this.#guests.delete(provider_id)
    })
    pubsub.subscribe('provider', () => this.#guests.clear())
    pubsub.subscribe('missed', () => {
      this.#holders.clear()
      this.#guests.clear()
    })
  }

  /**
   * Returns the holder of a bearer token. Throws 401 when the token has no valid holder, or when the host name
   * belongs to another provider, because a sign-in is valid for one provider only (decision 0023). Throws 403 for an
   * API key that may not be used from `address`.
   */
  async authenticate(token: string, host: string, address: string): Promise<TokenHolder> {
    const now = this.#runtime.clock()
    const known = await cachedIn(
      this.#holders,
      digestOf(token),
      () => inPlatformTransaction(this.#runtime, (db) => findTokenHolder(db, token, now)),
      ({ known: holder, read_at }) => {
        const mayBeOutdated = holder === null || this.#runtime.notifications?.isListening === false
        if (mayBeOutdated && performance.now() - read_at >= short_cached_ms) return false
        return !holder?.valid_until || holder.valid_until > now
      },
    )
    requireListed(address, known?.addresses ?? [])
    if (!known) throw notSignedIn(token)
    return this.#requireUsable(known, host)
  }

  /**
   * Returns the session holder of a live-channel ticket and the digest of the session token. Throws 401 when the
   * ticket was already used or is too old, or the session has ended.
   */
  async holderOfTicket(ticket: string, host: string): Promise<TokenHolder & { digest: string }> {
    const found = await inPlatformTransaction(this.#runtime, async (db) => {
      const digest = await consumeLiveTicket(db, ticket, this.#runtime.clock())
      return digest === null
        ? null
        : { digest, known: await sessionHolder(db, digest, this.#runtime.clock()) }
    })
    if (!found) throw unauthorised()
    return { ...(await this.#requireUsable(found.known, host)), digest: found.digest }
  }

  async #requireUsable(known: ResolvedCredential | null, host: string): Promise<TokenHolder> {
    if (!known) throw unauthorised()
    const providers = await providersOf(this.#runtime)
    const named = providers.named(host)
    if (named && named.id !== known.actor.provider_id)
      throw unauthorised('You are signed in with another company. Sign in to this one.')
    const own = providers.byId(known.actor.provider_id)
    if (own?.status === 'closed') throw unauthorised()
    requireInService(own)
    return { ...known, needs_two_factor: await this.#needsTwoFactor(known) }
  }

  /** Whether a second factor is required of a user who has none (AUTH-042). */
  async #needsTwoFactor({ actor, second_factor }: ResolvedCredential): Promise<boolean> {
    if (actor.kind !== 'user' || second_factor.is_on) return false
    const ensure = readSetting(require_2fa_for_staff, await settingsOf(this.#runtime, actor.provider_id))
    return requiresSecondFactor(ensure, { ...actor, require_2fa: second_factor.is_required_by_role })
  }

  /** Returns the guest of the provider at a host name. Throws 404 when there is no such provider or it is closed. */
  async guestAt(host: string): Promise<Actor> {
    const provider = (await providersOf(this.#runtime)).at(host)
    if (!provider || provider.status === 'closed') throw new Problem('not_found', 'Not found')
    requireInService(provider)
    return cachedIn(this.#guests, provider.id, () =>
      inPlatformTransaction(this.#runtime, (db) => guestOf(db, provider.id)),
    )
  }

  /**
   * Returns the current holders of tokens by digest, without the cache. Tokens without a holder are missing from the
   * map.
   */
  findTokenHolders(digests: readonly string[]): Promise<Map<string, Actor | 'closed'>> {
    return inPlatformTransaction(this.#runtime, (db) => findTokenHolders(db, digests, this.#runtime.clock()))
  }

  /** Whether a host name is used by a provider of this installation for its pages. */
  async isOrigin(host: string): Promise<boolean> {
    return (await providersOf(this.#runtime)).named(host) !== null
  }

  /** Drops the holders of a user, or all of a provider, and what is being read. */
  #dropHolders(providerId: number, userId: string | undefined): void {
    for (const [digest, { known }] of this.#holders) {
      const isOther =
        known &&
        (known.actor.provider_id !== providerId ||
          (userId !== undefined && String(known.actor.user_id) !== userId))
      if (!isOther) this.#holders.delete(digest)
    }
  }
}

function cachedIn<K, T>(
  store: Map<K, Cached<T>>,
  key: K,
  read: () => Promise<T>,
  isValid: (entry: Cached<T>) => boolean = () => true,
): Promise<T> {
  const cached = store.get(key)
  const now = performance.now()
  if (cached && now - cached.read_at < cached_ms && isValid(cached)) return cached.value
  const entry: Cached<T> = { value: read(), known: undefined, read_at: now }
  store.delete(key)
  store.set(key, entry)
  if (store.size > max_cached) store.delete(store.keys().next().value as K)
  entry.value.then(
    (value) => (entry.known = value),
    () => {
      if (store.get(key) === entry) store.delete(key)
    },
  )
  return entry.value
}

/** Format of a session token. Any other token is treated as an API key. */
const session_token = /^[\w-]{43}$/

/**
 * Returns the 401 error for a request without valid credentials. The message for API keys explains the problem; for
 * sessions, the web app displays its own message (ERR-014).
 */
export function notSignedIn(token: string | null): Problem {
  if (token === null)
    return unauthorised(
      'This call needs an API key. Send it as the header "Authorization: Bearer <API key>".',
    )
  if (token === '')
    return unauthorised('The Authorization header must be the word Bearer, a space and the API key.')
  if (session_token.test(token)) return unauthorised()
  return unauthorised(
    'This API key is not known: it is mistyped, has expired or was revoked. Keys are listed under Settings > API keys.',
  )
}

/** Message for users of a suspended provider, returned with 418 like any maintenance (ADMIN-003). */
const suspended = 'This service is not available at the moment. Ask your courier company.'

function requireInService(provider: ListedProvider | null): void {
  if (provider?.status === 'suspended')
    throw new Problem('maintenance', suspended, { retry_after_s: maintenance_retry_s })
}
