import { sql } from 'kysely'
import type { Context } from '../../kit/handler.ts'

/** Inserts a registration with an unverified contact and returns its id. */
export async function insertRegistration(
  ctx: Context,
  registration: { email: string; token_digest: string; details_sealed: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('registration')
    .values({ provider_id: ctx.provider_id, ...registration, time_created: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the registrations of an email address that can still be confirmed, newest first. */
export async function openRegistrations(ctx: Context, email: string, since: Date) {
  return ctx.db
    .selectFrom('registration')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('time_created', '>', since)
    .orderBy('id', 'desc')
    .limit(5)
    .execute()
}

export async function findRegistration(ctx: Context, id: number) {
  return ctx.db.selectFrom('registration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function findRegistrationByToken(ctx: Context, tokenDigest: string, since: Date) {
  return ctx.db
    .selectFrom('registration')
    .select('id')
    .where('token_digest', '=', tokenDigest)
    .where('time_created', '>', since)
    .executeTakeFirst()
}

export async function saveCode(
  ctx: Context,
  id: number,
  code: { code_digest: string; time_code_expires: Date },
): Promise<void> {
  await ctx.db
    .updateTable('registration')
    .set({ ...code, code_tries: 0, time_code_sent: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Marks the email address as verified. The used code becomes invalid, and another code may be sent at once. */
export async function proveEmail(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('registration')
    .set({ is_email_proved: true, code_digest: null, time_code_sent: null })
    .where('id', '=', id)
    .execute()
}

/** Called when the code could not be delivered, so that another one may be sent at once. */
export async function clearSending(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('registration').set({ time_code_sent: null }).where('id', '=', id).execute()
}

/** Uses one of `max` attempts at a code; returns false when none is left. */
export async function claimCodeTry(ctx: Context, id: number, max: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('registration')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', id)
    .where('code_tries', '<', max)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a completed registration; returns false when a concurrent request has already removed it. */
export async function removeRegistration(ctx: Context, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db.deleteFrom('registration').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
