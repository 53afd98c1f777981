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

/** How long a token's holder is remembered; revocation is told to every process and otherwise holds after this. */
const remembered_ms = 1_500

/** Who holds a token, and whether they must set a second factor up before anything else. */
export interface TokenHolder extends ResolvedCredential {
  needs_two_factor: boolean
}

interface Remembered<T> {
  value: Promise<T>
  read_at: number
}

/** Finds out who is asking and for which provider; remembers it for a moment so that a busy client costs no query. */
export class Authentication {
  readonly #runtime: Runtime
  readonly #holders = new Map<string, Remembered<ResolvedCredential | null>>()
  readonly #guests = new Map<number, Remembered<Actor>>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    for (const topic of ['session', 'missed']) runtime.pubsub.subscribe(topic, () => this.#holders.clear())
    runtime.pubsub.subscribe('provider', () => this.#guests.clear())
  }

  /**
   * The holder of a bearer token; 401 when nobody usable holds it, and where the call came in under the host name of
   * another company: what is signed in there belongs to that company (decision 0023). 403 for a key that may not be
   * used from the address.
   */
  async authenticate(token: string, host: string, address: string): Promise<TokenHolder> {
    const known = await this.#remember(this.#holders, digestOf(token), () =>
      inPlatformTransaction(this.#runtime, (db) => findTokenHolder(db, token, this.#runtime.clock())),
    )
    requireListed(address, known?.addresses ?? [])
    if (!known) throw notSignedIn(token)
    return this.#requireUsable(known, host)
  }

  /**
   * Whose session a ticket of the live channel was given for, and the digest of that session's token; 401 when it was
   * used before, is too old, or the session has ended.
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

  /** Whether a second factor is required of a person who has none (AUTH-042). */
  async #needsTwoFactor({ actor, second_factor }: ResolvedCredential): Promise<boolean> {
    if (actor.kind !== 'user' || second_factor.is_on) return false
    const ensure = readSetting(require_2fa_for_staff, await settingsOf(this.#runtime, actor.provider_id))
    return requiresSecondFactor(ensure, { ...actor, require_2fa: second_factor.is_required_by_role })
  }

  /** The guest of the provider behind a host name; 404 when there is none, or it was closed. */
  async guestAt(host: string): Promise<Actor> {
    const provider = (await providersOf(this.#runtime)).at(host)
    if (!provider || provider.status === 'closed') throw new Problem('not_found', 'Not found')
    requireInService(provider)
    return this.#remember(this.#guests, provider.id, () =>
      inPlatformTransaction(this.#runtime, (db) => guestOf(db, provider.id)),
    )
  }

  /** What tokens stand for now, by their digests, read afresh; those that stand for nobody any more are missing. */
  findTokenHolders(digests: readonly string[]): Promise<Map<string, Actor | 'closed'>> {
    return inPlatformTransaction(this.#runtime, (db) => findTokenHolders(db, digests, this.#runtime.clock()))
  }

  /** Whether pages of this installation come from a host name, as a company uses it. */
  async isOrigin(host: string): Promise<boolean> {
    return (await providersOf(this.#runtime)).named(host) !== null
  }

  #remember<K, T>(store: Map<K, Remembered<T>>, key: K, read: () => Promise<T>): Promise<T> {
    const known = store.get(key)
    const now = performance.now()
    if (known && now - known.read_at < remembered_ms) return known.value
    if (store.size > 10_000) store.clear()
    const value = read()
    store.set(key, { value, read_at: now })
    value.catch(() => store.delete(key))
    return value
  }
}

/** How the token of a session looks; everything else was meant to be an API key. */
const session_token = /^[\w-]{43}$/

/**
 * 401 for a call without usable credentials. Whoever sent an API key is told about keys; a session has ended, and the
 * pages say so themselves (ERR-014).
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

/** What the people of a company whose service is suspended are told, with 418 like any maintenance (ADMIN-003). */
const suspended = 'This service is not available at the moment. Ask your courier company.'

function requireInService(provider: ListedProvider | null): void {
  if (provider?.status === 'suspended')
    throw new Problem('maintenance', suspended, { retry_after_s: maintenance_retry_s })
}
