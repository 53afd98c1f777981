import type { Context } from '../../kit/handler.ts'

/** Stores the digest of a nonce given to a browser, in the table of short-lived sign-in counters. */
export async function insertNonce(ctx: Context, digest: string): Promise<void> {
  await ctx.db
    .insertInto('sign_in_guard')
    .values({
      provider_id: ctx.provider_id,
      key: `nonce ${digest}`,
      window_from: ctx.now,
      time_last: ctx.now,
    })
    .execute()
}

export async function findNonce(ctx: Context, digest: string, since: Date): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('sign_in_guard')
    .select('key')
    .where('key', '=', `nonce ${digest}`)
    .where('window_from', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a nonce; returns false when it was already used. */
export async function takeNonce(ctx: Context, digest: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('sign_in_guard')
    .where('key', '=', `nonce ${digest}`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Returns the user connected with a subject of an issuer; `null` when there is none. */
export async function findThirdPartyUser(
  ctx: Context,
  issuer: string,
  subject: string,
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('third_party_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function insertThirdPartyUser(
  ctx: Context,
  { issuer, subject, user_id, email }: { issuer: string; subject: string; user_id: number; email: string },
): Promise<void> {
  await ctx.db
    .insertInto('third_party_identity')
    .values({ provider_id: ctx.provider_id, issuer, subject, user_id, email, time_created: ctx.now })
    .execute()
}
