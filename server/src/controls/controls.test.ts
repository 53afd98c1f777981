import { billingApi } from '@waybill/domain/billing/api'
import { controlsApi } from '@waybill/domain/controls/api'
import { approval_life_ms } from '@waybill/domain/controls/approval'
import type { Approval } from '@waybill/domain/controls/model'
import { role_ids } from '@waybill/domain/kit/actor'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let asking: Caller
let approving: Caller
let accountId: number

beforeEach(async () => {
  p = await newProvider({ finance_four_eyes: true, finance_four_eyes_above: 100 })
  p.runtime.setNow(null)
  asking = await p.user(role_ids.system_administrator)
  approving = await p.user(role_ids.system_administrator)
  accountId = (await p.given.account({ balance: 1_000_00 })).id
})

const refund = (amount: number, by = asking) =>
  by.send(billingApi.post, { account_id: accountId, type: 'refund', amount, description: 'Paid twice' })
const listed = async (by = approving): Promise<Approval[]> =>
  (await by.send(controlsApi.approvals, {})).approvals
const decide = (
  id: number,
  decision: 'approve' | 'reject',
  { by = approving, reason }: { by?: Caller; reason?: string } = {},
) => by.send(controlsApi.decide, { id, decision, ...(reason ? { reason } : {}) })
const balance = async () => (await asking.send(billingApi.balance, { account_id: accountId })).balance
const subjects = async (by: Caller) =>
  (await by.send(inboxApi.messages, {})).messages.map(({ subject }) => subject)

/** Asks for a refund above the limit and returns the request. */
async function held(amount = 200_00): Promise<Approval> {
  const { status, message } = await errorOf(refund(amount))
  expect([status, message]).toEqual([202, expect.stringContaining('Another person has to approve it')])
  const [approval] = await listed()
  if (!approval) throw new Error('nothing waits for approval')
  return approval
}

describe('a refund above the limit', () => {
  it('waits, and is posted once by the second person who approves it', async () => {
    const { id, may_approve } = await held()
    expect(may_approve).toBe(true)
    expect(await balance()).toBe(1_000_00)
    expect(await subjects(approving)).toContain('AP-1 waits for approval')
    const answers = await Promise.all([1, 2].map(() => errorOf(decide(id, 'approve'))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await balance()).toBe(800_00)
    expect(await listed()).toMatchObject([{ state: 'applied', decided_by: approving.username }])
    expect(await subjects(asking)).toContain('AP-1 was approved')
    expect(await p.inTransaction((ctx) => brokenInvariants(ctx))).toEqual({})
  })

  it('is not approved by the person who asked, nor by one who may not post it', async () => {
    const { id } = await held()
    expect((await errorOf(decide(id, 'approve', { by: asking }))).message).toBe(
      'You asked for this yourself. Another person must decide.',
    )
    const role = await asking.send(usersApi.createRole, {
      name: 'Approver',
      label: 'Approver',
      permissions: ['API_/billing/approvals:*'],
      permissions_ui: [],
      require_2fa: false,
    })
    const clerk = await p.user(role.id)
    expect((await errorOf(decide(id, 'approve', { by: clerk }))).status).toBe(403)
    expect(await balance()).toBe(1_000_00)
  })

  it('waits once when it is sent twice', async () => {
    await held()
    await errorOf(refund(200_00))
    expect(await listed()).toHaveLength(1)
  })

  it('is rejected with a reason, which the person who asked reads', async () => {
    const { id } = await held()
    expect((await errorOf(decide(id, 'reject'))).status).toBe(400)
    await decide(id, 'reject', { reason: 'No proof' })
    expect((await errorOf(decide(id, 'approve'))).message).toBe('This was rejected already.')
    expect(await subjects(asking)).toContain('AP-1 was rejected')
    expect(await balance()).toBe(1_000_00)
  })

  it('is withdrawn by the person who asked only', async () => {
    const { id } = await held()
    expect((await errorOf(approving.send(controlsApi.withdraw, { id }))).status).toBe(403)
    await asking.send(controlsApi.withdraw, { id })
    expect(await listed()).toMatchObject([{ state: 'withdrawn', decided_by: asking.username }])
  })

  it('expires after two weeks, and can be asked for again', async () => {
    const { id } = await held()
    p.runtime.setNow(new Date(Date.now() + approval_life_ms + 60_000))
    expect((await errorOf(decide(id, 'approve'))).message).toBe('This was expired already.')
    await errorOf(refund(200_00))
    expect((await listed()).map(({ state }) => state)).toEqual(['pending', 'withdrawn'])
    expect((await approving.send(controlsApi.approvals, { state: ['pending'] })).count).toBe(1)
  })

  it('does not wait when it could not be posted', async () => {
    const description = 'To nobody'
    const call = asking.send(billingApi.post, {
      account_id: 999_999,
      type: 'refund',
      amount: 200_00,
      description,
    })
    expect((await errorOf(call)).status).not.toBe(202)
    expect(await listed()).toEqual([])
  })
})

it('posts a refund up to the limit, and any refund when approval is off, at once', async () => {
  expect((await refund(100_00)).amount).toBe(-100_00)
  await errorOf(asking.send(settingsApi.save, { settings: [{ key: 'finance_four_eyes', value: false }] }))
  const [change] = await listed()
  await decide(change?.id ?? 0, 'approve')
  expect((await refund(300_00)).amount).toBe(-300_00)
})

it('changes bank details after approval only, and apart from other guarded settings', async () => {
  const bank = { key: 'invoice_bank_account_number', value: '62001234567' }
  expect((await errorOf(asking.send(settingsApi.save, { settings: [bank] }))).status).toBe(202)
  const mixed = asking.send(settingsApi.save, { settings: [bank, { key: 'smtp_password', value: 'x' }] })
  expect((await errorOf(mixed)).message).toContain('apart from other guarded settings')
  const stored = async () => {
    const { settings } = await asking.send(settingsApi.list, { setting: bank.key })
    return settings.find(({ key }) => key === bank.key)?.value
  }
  expect(await stored()).not.toBe(JSON.stringify(bank.value))
  const [approval] = await listed()
  await decide(approval?.id ?? 0, 'approve')
  expect(await stored()).toBe(JSON.stringify(bank.value))
})

it('checks the data on demand and shows the result of every rule', async () => {
  const before = await asking.send(controlsApi.checks, {})
  expect(before.checks.every(({ rows_broken }) => rows_broken === null)).toBe(true)
  const { checks } = await asking.send(controlsApi.runChecks, {})
  expect(checks.length).toBe(before.checks.length)
  expect(checks.every(({ rows_broken, time_run }) => rows_broken === 0 && time_run !== null)).toBe(true)
})
