import type { Db } from '../kit/db.ts'
import { port, type Ctx, type Reader } from '../kit/verb.ts'

/** A company before it has anything. */
export interface NewCompany {
  name: string
  origins: readonly string[]
  settings: Readonly<Record<string, unknown>>
}

/**
 * The one way from a call to companies other than the caller's own. Each of these asks first whether the caller is an
 * administrator of the platform, and what is done is audited in their name (reliability 7.4).
 */
export interface Platform {
  /** A work that sees every company. */
  everywhere<Result>(by: Reader, fn: (db: Db) => Promise<Result>): Promise<Result>
  /** A work inside one company. */
  inside<Result>(by: Reader, provider_id: number, fn: (ctx: Ctx) => Promise<Result>): Promise<Result>
  /** Makes a company with what every company starts with, and what `fill` adds; it is open once all of it is there. */
  found(by: Reader, company: NewCompany, fill: (ctx: Ctx) => Promise<void>): Promise<number>
  /** Where the pages of a company are opened. */
  webUrlOf(provider_id: number): Promise<string>
}

export const platformPort = port<Platform>('platform')
