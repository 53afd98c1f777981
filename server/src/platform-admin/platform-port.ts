import type { Db } from '../kit/db.ts'
import { port, type Context, type BaseContext } from '../kit/handler.ts'

/** A company before it has anything. */
export interface NewCompany {
  name: string
  origins: readonly string[]
  settings: Readonly<Record<string, unknown>>
}

/**
 * The one way from a call to companies other than the caller's own. Each of these asks first whether the caller is an
 * administrator of the platform, and what is done is audited in their name
 * (docs/domain/reliability.md#outside-the-database).
 */
export interface Platform {
  /** A transaction that sees every company. */
  everywhere<Result>(by: BaseContext, fn: (db: Db) => Promise<Result>): Promise<Result>
  /** A work inside one company. */
  inside<Result>(by: BaseContext, provider_id: number, fn: (ctx: Context) => Promise<Result>): Promise<Result>
  /** Makes a company with what every company starts with, and what `fill` adds; it is open once all of it is there. */
  found(by: BaseContext, company: NewCompany, fill: (ctx: Context) => Promise<void>): Promise<number>
  /** Where the pages of a company are opened. */
  webUrlOf(provider_id: number): Promise<string>
}

export const platformPort = port<Platform>('platform')
