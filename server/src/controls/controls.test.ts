import { accountsApi } from '@waybill/domain/accounts/api'
import { auditApi } from '@waybill/domain/audit/api'
import { billingApi } from '@waybill/domain/billing/api'
import { receivablesApi } from '@waybill/domain/billing/receivables-api'
import { claimsApi } from '@waybill/domain/claims/api'
import { controlsApi } from '@waybill/domain/controls/api'
import { approval_life_ms } from '@waybill/domain/controls/approval'
import type { Approval } from '@waybill/domain/controls/model'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { settingsApi } from '@waybill/domain/settings/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../dev/test-kit/database/invariants.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { mailPort, type Mail } from '../kit/mail/index.ts'

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

  it('is answered with its number again when it is repeated with its key, whatever became of it, and 422 with another body', async () => {
    const ask = (key: string, amount = 200_00) =>
      errorOf(
        asking.send(
          billingApi.post,
          { account_id: accountId, type: 'refund', amount, description: 'Paid twice' },
          { key },
        ),
      )
    const first = await ask('one')
    expect(first).toMatchObject({ status: 202, message: expect.stringContaining('AP-1.') as string })
    expect((await ask('one', 300_00)).status).toBe(422)
    const together = await Promise.all([ask('two'), ask('two')])
    expect(together.map(({ message }) => message)).toEqual([first.message, first.message])
    await decide(1, 'reject', { reason: 'No proof' })
    for (const key of ['one', 'two']) expect(await ask(key)).toEqual(first)
    expect(await listed()).toHaveLength(1)
    expect((await ask('three')).message).toContain('AP-2.')
    expect(await balance()).toBe(1_000_00)
  })

  it('that was posted before approval was needed is answered as posted when it is repeated with its key', async () => {
    const post = () =>
      asking.send(
        billingApi.post,
        { account_id: accountId, type: 'refund', amount: 80_00, description: 'Paid twice' },
        { key: 'before' },
      )
    const posted = await post()
    const lower = { settings: [{ key: 'finance_four_eyes_above', value: 0 }] }
    expect((await errorOf(asking.send(settingsApi.save, lower))).status).toBe(202)
    await decide(1, 'approve')
    expect(await post()).toEqual(posted)
    expect(await listed()).toHaveLength(1)
    expect(await balance()).toBe(920_00)
  })

  it('is announced with the account that it is about', async () => {
    await held()
    const [account] = (await asking.send(accountsApi.list, { id: [accountId] })).accounts
    const { messages } = await approving.send(inboxApi.messages, {})
    expect(messages[0]?.text).toContain(`Account: ${account?.name ?? ''} (${account?.account_code ?? ''})`)
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

describe('what waits', () => {
  it('is not approved by the person who has the API key with which it was asked', async () => {
    const { api_key, id } = await approving.send(identityApi.createApiKey, {
      name: 'Bookkeeping',
      role_id: role_ids.finance_manager,
    })
    const body = { account_id: accountId, type: 'refund', amount: 200, description: 'By a program' }
    const ask = (key: string, description: string) =>
      p
        .guest()
        .http('POST', billingApi.post.path, { ...body, description }, { authorization: `Bearer ${key}` })
    expect((await ask(api_key, 'Created')).status).toBe(202)
    const own = expect.objectContaining({ is_own: true, may_approve: false }) as object
    expect(await listed()).toEqual([own])
    const rotated = await asking.send(identityApi.rotateApiKey, { id })
    expect((await ask(rotated.api_key, 'Rotated')).status).toBe(202)
    for (const by of [asking, approving])
      expect((await errorOf(decide(2, 'approve', { by }))).message).toBe(
        'You asked for this yourself. Another person must decide.',
      )
    const third = await p.user(role_ids.system_administrator)
    expect((await decide(2, 'approve', { by: third })).state).toBe('applied')
  })

  it('is not asked for by staff who act as a customer', async () => {
    const owner = await p.owner(accountId)
    const { id } = await p.given.shipment({ account_id: accountId, status: 'delivered' })
    const { id: claimId, version } = await owner.send(claimsApi.lodge, {
      shipment_id: id,
      kind: 'damaged',
      description: 'Broken',
      item_value: 500_00,
      claimed_amount: 500_00,
    })
    const change = { id: claimId, version, pay_by: 'bank', bank_details: 'Capitec 1234567890' }
    const answer = await asking.http('PATCH', claimsApi.change.path, {
      ...change,
      request_username: owner.username,
    })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      403,
      expect.stringContaining('while acting as another user'),
    ])
    expect((await errorOf(asking.send(claimsApi.change, { ...change, pay_by: 'bank' }))).status).toBe(202)
    expect(await listed()).toMatchObject([
      {
        kind: 'bank-details',
        account_id: accountId,
        description: expect.stringContaining('Capitec') as string,
      },
    ])
  })

  it('is refused with the reason when what it is about has changed, and waits on', async () => {
    const { transactions } = await asking.send(billingApi.transactions, { account_id: accountId })
    const credit = {
      transaction_id: transactions[0]?.id ?? 0,
      rest: 1_000_00,
      amount: 200_00,
      reason: 'Left us',
    }
    expect((await errorOf(asking.send(receivablesApi.refund, credit))).status).toBe(202)
    await refund(50_00)
    const problem =
      'Somebody else changed this credit: R 950.00 is left now, not R 1,000.00. Nothing was refunded.'
    expect(await errorOf(decide(1, 'approve'))).toMatchObject({ status: 409, message: problem })
    expect(await listed()).toMatchObject([
      { state: 'pending', problem, amount: 200_00, account_id: accountId },
    ])
  })

  it('cannot be changed in the database, and the audit trail has who asked and who decided', async () => {
    const { id } = await held()
    const change = p.inTransaction((ctx) =>
      ctx.db.updateTable('approval_request').set({ description: 'Another' }).where('id', '=', id).execute(),
    )
    await expect(change).rejects.toThrow()
    await decide(id, 'approve')
    const { audit_events } = await approving.send(auditApi.events, {
      type: 'approval',
      object_id: String(id),
    })
    expect(audit_events.map(({ source }) => source).sort()).toEqual(
      [asking.username, approving.username].sort(),
    )
  })

  it('is listed to everyone who decides, and to others only when it is theirs', async () => {
    await held()
    const role = await asking.send(usersApi.createRole, {
      name: 'Poster',
      label: 'Poster',
      permissions: ['API_/billing/approvals:GET', 'API_/billing/transactions:*', 'INLINE_transaction_refund'],
      permissions_ui: [],
      require_2fa: false,
    })
    const poster = await p.user(role.id)
    expect(await listed(poster)).toEqual([])
    expect((await errorOf(refund(300_00, poster))).status).toBe(202)
    expect(await listed(poster)).toMatchObject([{ number: 'AP-2', is_own: true }])
    expect(await listed(asking)).toHaveLength(2)
    await poster.send(controlsApi.withdraw, { id: 2 })
  })

  it('is e-mailed to each person who may approve it, except the one who asked', async () => {
    const mails: Mail[] = []
    p.runtime.runtime.adapters.set(mailPort.name, {
      send(mail: Mail) {
        mails.push(mail)
        return Promise.resolve({ message_id: `${mails.length}@test` })
      },
    })
    await held()
    await p.settle()
    const about = mails.filter(({ subject }) => subject === 'AP-1 waits for approval')
    const sentTo = about.flatMap(({ to }) => to)
    expect(sentTo.filter((email) => email.startsWith(approving.username))).toHaveLength(1)
    expect(sentTo.filter((email) => email.startsWith(asking.username))).toEqual([])
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
