import { position_retention_days } from '@waybill/domain/drivers/settings'
import { ignoredReason, type IgnoredReason } from '@waybill/domain/drivers/positions'
import type { positionsApi, ReportedPosition } from '@waybill/domain/drivers/positions-api'
import { isDriver } from '@waybill/domain/kit/actor'
import { day_ms } from '@waybill/domain/kit/dates/durations'
import { forbidden } from '@waybill/domain/kit/problem'
import { codedText } from '@waybill/domain/kit/answers/coded-text'
import type { Context, ExternalContext, Handler } from '../../kit/handler.ts'
import { publishDriver } from '../duty/apply-duty.ts'
import { readDutyChanges, readOnDuty } from '../duty/duty-store.ts'
import { happenedAt } from '../happened-at.ts'
import { deletePositions, insertPositions, type NewPosition } from './position-store.ts'

const the_beginning = new Date(0)

/**
 * Stores positions of the calling driver, each once. Those off duty, on a break or older than the retention are named in
 * the answer and not stored (decision 0134).
 */
export const storePositions: Handler<typeof positionsApi.report> = async (ctx, { positions }) => {
  if (!isDriver(ctx.actor)) throw forbidden(codedText('only_drivers'))
  const sent = positions.map((one) => present(one, ctx.now))
  const oldest = oldestStored(ctx)
  const first = sent.reduce((early, { at }) => (at < early ? at : early), ctx.now)
  const rules = {
    changes: await readDutyChanges(
      ctx,
      [ctx.actor.username],
      new Date(Math.max(first.getTime(), oldest.getTime()) - day_ms),
    ),
    is_on_duty: await readOnDuty(ctx),
    oldest,
  }
  const ignored: { at: Date; reason: IgnoredReason }[] = []
  const usable: NewPosition[] = []
  for (const one of sent) {
    const reason = ignoredReason(one, rules)
    if (reason === null) usable.push(one)
    else ignored.push({ at: one.phone_time, reason })
  }
  const stored = await insertPositions(ctx, usable)
  if (stored > 0) await publishDriver(ctx, ctx.actor.username)
  return { stored, repeated: usable.length - stored, ignored }
}

function present({ lat, lng, ...sent }: ReportedPosition, now: Date): NewPosition {
  const { accuracy, battery } = sent
  return {
    phone_time: sent.at,
    at: happenedAt({ ...sent, occurred_at: sent.at }, the_beginning, now),
    lat,
    lng,
    accuracy_m: accuracy === undefined || accuracy < 0 ? null : Math.min(Math.round(accuracy), 1_000_000),
    battery: battery === undefined ? null : Math.round(Math.min(100, Math.max(0, battery))),
  }
}

function oldestStored(reader: Pick<Context, 'setting' | 'now'>): Date {
  return new Date(reader.now.getTime() - reader.setting(position_retention_days) * day_ms)
}

/** Positions deleted per transaction, and transactions per run; the next run deletes the rest. */
const batch = 5_000
const max_batches = 200

/** Deletes the positions older than the company's retention. Runs on a schedule. */
export async function removeOldPositions(ctx: ExternalContext): Promise<void> {
  for (let count = 0; count < max_batches; count += 1)
    if ((await ctx.inTransaction((inner) => deletePositions(inner, oldestStored(inner), batch))) < batch)
      return
}
