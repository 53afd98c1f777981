import type { Db } from '../kit/db.ts'
import { port, type Context, type BaseContext } from '../kit/handler.ts'

/** The data of a company to be created. */
export interface NewCompany {
  name: string
  origins: readonly string[]
  settings: Readonly<Record<string, unknown>>
}

/**
 * The only way for a request to reach companies other than the caller's own. Every method except `webUrlOf` first
 * checks that the caller is a platform administrator, and actions are audited in their name
 * (docs/domain/reliability.md#outside-the-database).
 */
export interface Platform {
  /** Runs `fn` in a transaction that can access every company. */
  everywhere<Result>(by: BaseContext, fn: (db: Db) => Promise<Result>): Promise<Result>
  /** Runs `fn` in a transaction of one company. */
  inside<Result>(by: BaseContext, provider_id: number, fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /**
   * Creates a company with the data that every company starts with and what `fill` adds; returns its id. It stays
   * closed until all of this is stored.
   */
  found(by: BaseContext, company: NewCompany, fill: (ctx: Context) => Promise<void>): Promise<number>
  /** Returns the web address of a company's pages. */
  webUrlOf(provider_id: number): Promise<string>
}

export const platformPort = port<Platform>('platform')
