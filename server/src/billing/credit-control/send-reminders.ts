import { holdWarning, reminderStep } from '@waybill/domain/billing/credit-control'
import { recipientsOf } from '@waybill/domain/billing/deliveries'
import { daysPast } from '@waybill/domain/billing/schedule'
import {
  auto_hold_days_overdue,
  auto_hold_enabled,
  auto_hold_limit_percentage,
  hold_warning_days,
  reminder_days,
  reminders_enabled,
} from '@waybill/domain/billing/settings'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import type { BaseContext, Context, ExternalContext } from '../../kit/handler.ts'
import { readDeliveryTerms, type Deliverable } from '../deliveries/delivery-store.ts'
import { queueDocuments } from '../deliveries/queue-documents.ts'
import { listPromiseRows } from './promise-store.ts'
import {
  insertReminders,
  listAccountsToWarn,
  listOverdueInvoices,
  type OverdueInvoice,
  type WarnedAccount,
} from './reminder-store.ts'

/** E-mails about money are not sent before this time of day. */
const earliest = '08:00'
const accounts_per_batch = 100
/** More running promises than a company has. */
const all_promises = 1_000_000

/**
 * The job of the reminder ladder. Sends each account one e-mail a day about the overdue invoices that have reached
 * another step, each step once. Accounts with a running promise to pay get none, and neither do invoices with an open
 * claim or dispute (docs/domain/invoices-and-statements.md#reminders).
 */
export async function sendReminders(ctx: ExternalContext): Promise<void> {
  if (!ctx.setting(reminders_enabled) || clockOf(ctx.now) < earliest) return
  const reached = await ctx.inTransaction(reachedSteps)
  const accountIds = [...new Set(reached.map(({ account_id }) => account_id))]
  for (let at = 0; at < accountIds.length; at += accounts_per_batch) {
    const batch = new Set(accountIds.slice(at, at + accounts_per_batch))
    await ctx.inTransaction((inner) =>
      remind(
        inner,
        reached.filter(({ account_id }) => batch.has(account_id)),
      ),
    )
  }
}

type ReachedStep = OverdueInvoice & { step: number }

async function reachedSteps(ctx: Context): Promise<ReachedStep[]> {
  const today = dayOf(ctx.now)
  const days = reminder_days.map((step) => ctx.setting(step))
  const promised = await listPromiseRows(ctx, { state: ['running'] }, { limit: all_promises, offset: 0 })
  const waiting = new Set(promised.rows.map(({ account_id }) => account_id))
  return (await listOverdueInvoices(ctx)).flatMap((invoice) => {
    if (waiting.has(invoice.account_id)) return []
    const step = reminderStep(daysPast(dayOf(invoice.due_date), today), invoice.sent_steps, days)
    return step === null ? [] : [{ ...invoice, step }]
  })
}

/** Queues the reminders of some accounts; an account without an address keeps its steps for when it has one. */
async function remind(ctx: Context, reached: readonly ReachedStep[]): Promise<void> {
  const today = dayOf(ctx.now)
  const terms = await readDeliveryTerms(
    ctx,
    reached.map(({ account_id }) => account_id),
  )
  const sendable = reached.filter(({ account_id }) => {
    const account = terms.get(account_id)
    return account !== undefined && recipientsOf('reminder', account).length > 0
  })
  const accountIds = await insertReminders(ctx, today, sendable)
  await queueDocuments(
    ctx,
    accountIds.map((id): Deliverable => ({
      kind: 'reminder',
      document_key: `${id}:${today}`,
      account_id: id,
      start_date: today,
      end_date: today,
    })),
  )
}

/**
 * The job that warns accounts before an automatic hold: some days before it, on the last day, and when 80 % of the
 * limit is used; each once for the same invoice, or once a month for the limit.
 */
export async function sendHoldWarnings(ctx: ExternalContext): Promise<void> {
  if (!ctx.setting(auto_hold_enabled) || clockOf(ctx.now) < earliest) return
  await ctx.inTransaction(async (inner) => {
    const warnings = (await listAccountsToWarn(inner)).flatMap((account) => {
      const document = warningOf(inner, account)
      return document ? [document] : []
    })
    await queueDocuments(inner, warnings)
  })
}

function warningOf(reader: BaseContext, account: WarnedAccount): Deliverable | null {
  const today = dayOf(reader.now)
  const dueDay = account.oldest_due_date && dayOf(account.oldest_due_date)
  const oldest = dueDay ? daysPast(dueDay, today) : null
  const warning = holdWarning(
    { ...account, oldest_days_overdue: Math.max(0, oldest ?? 0) },
    {
      auto_hold_enabled: reader.setting(auto_hold_enabled),
      auto_hold_days_overdue: reader.setting(auto_hold_days_overdue),
      auto_hold_limit_percentage: reader.setting(auto_hold_limit_percentage),
    },
    oldest,
    reader.setting(hold_warning_days),
  )
  if (warning === null) return null
  const about = warning === 'near-limit' ? today.slice(0, 7) : (dueDay ?? today)
  return {
    kind: 'hold-warning',
    document_key: `${account.id}:${warning}:${about}`,
    account_id: account.id,
  }
}
