import { role_ids, systemActor, type Actor } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import type { Cents } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import type { Finding } from '@waybill/domain/payments/payment'
import type { SettlementLine } from '@waybill/domain/payments/settlement'
import { sentAmount } from '@waybill/domain/payments/top-up'
import { applyFinding, importSettlementLines, readNewestPayment } from '../../src/payments/index.ts'
import { callHandler } from '../call-handler.ts'
import type { Runtime } from '../../src/kit/runtime.ts'
import { asSystem } from '../../src/main/install.ts'
import type { DemoAccount } from './accounts.ts'
import type { Demo } from './company.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

const amounts: readonly Cents[] = [5_000_00, 1_000_00, 2_500_00, 500_00, 10_000_00, 200_00]
/** Hours between two payments. */
const apart_hours = 19

/**
 * Creates PayFast top-ups, newest first. Most are completed; the others are unconfirmed, for a wrong amount, failed
 * or cancelled.
 */
export async function makePayments(
  past: { runtime: Runtime; now: Date },
  demo: Demo,
  startedAt: Date,
  from: number,
  until: number,
): Promise<void> {
  for (let index = from; index < until; index += 1) {
    const account = demo.accounts[(index * 3 + 1) % demo.accounts.length]
    const amount = amounts[index % amounts.length] ?? 500_00
    if (!account) return
    past.now = new Date(startedAt.getTime() - (2 + index * apart_hours) * hour_ms)
    await callHandler(past.runtime, customerOf(demo, account), paymentsApi.payfastSignature, {
      key_value_pairs: [{ name: 'amount', value: sentAmount(amount) }],
    })
    past.now = new Date(past.now.getTime() + 90_000)
    await asSystem(past.runtime, demo.provider_id, async (ctx) => {
      const payment = await readNewestPayment(ctx, account.id)
      if (payment) await applyFinding(ctx, payment.id, findingOf(index, amount))
    })
  }
}

function findingOf(index: number, amount: Cents): Finding {
  const usual: Finding = {
    outcome: 'paid',
    amount,
    fee: Math.round(amount * 0.023),
    gateway_reference: String(2_410_000 + index),
    is_confirmed: true,
  }
  if (index === 1) return { ...usual, is_confirmed: false }
  if (index === 4) return { ...usual, amount: amount - 100_00 }
  if (index % 9 === 3) return { ...usual, outcome: 'failed' }
  return index % 9 === 5 ? { ...usual, outcome: 'cancelled' } : usual
}

function customerOf({ provider_id }: Demo, { id, code }: DemoAccount): Actor {
  const email = `accounts@${code.toLowerCase()}.example`
  return {
    ...systemActor(provider_id),
    kind: 'user',
    username: email,
    email,
    account_id: id,
    role_id: role_ids.account_owner,
  }
}

/**
 * Imports a settlement report of the newest PayFast top-ups: most match, one has another amount, and one is unknown.
 */
export async function makeSettlement(
  past: { runtime: Runtime; now: Date },
  demo: Demo,
  startedAt: Date,
): Promise<void> {
  past.now = new Date(startedAt.getTime() - hour_ms)
  const day = dayOf(past.now)
  const lines = [0, 2, 4, 99].map((index): SettlementLine => {
    const gross = amounts[index % amounts.length] ?? 500_00
    const fee = Math.round(gross * 0.023)
    return {
      kind: 'payment',
      day,
      custom_id: '',
      gateway_reference: String(2_410_000 + index),
      gross,
      fee,
      net: gross - fee,
      currency: 'ZAR',
    }
  })
  await asSystem(past.runtime, demo.provider_id, (ctx) =>
    importSettlementLines(ctx, 'payfast', `Report of ${day}`, lines, true),
  )
}
