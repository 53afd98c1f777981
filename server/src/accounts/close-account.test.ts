import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { booking, newProvider, errorOf, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
beforeEach(async () => {
  p = await newProvider()
  staff = await p.staff()
})

const close = (id: number, who = staff) =>
  who.send(accountsApi.close, { id, reason: 'Moved to another town' })

describe('closing an account', () => {
  it('[ACC-006] [ACC-012] blocks the account’s users with 423 at once, stores the reason, and reopening restores access', async () => {
    const { id } = await p.given.account()
    const owner = await p.owner(id)
    expect((await owner.http('GET', '/accounts')).status).toBe(200)
    expect(await close(id)).toMatchObject({ id, status: 'closed' })
    expect((await owner.http('GET', '/accounts')).status).toBe(423)
    const { accounts } = await staff.send(accountsApi.list, { id: [id], status: ['closed'] })
    expect(accounts[0]).toMatchObject({ status: 'closed', close_reason: 'Moved to another town' })
    expect(accounts[0]?.time_closed).toBeInstanceOf(Date)
    expect((await errorOf(staff.send(shipmentsApi.create, booking({ account_id: id })))).status).toBe(423)
    expect(await staff.send(accountsApi.reopen, { id })).toMatchObject({ status: 'open' })
    expect((await owner.http('GET', '/accounts')).status).toBe(200)
    const [again] = (await staff.send(accountsApi.list, { id: [id] })).accounts
    expect([again?.time_closed, again?.close_reason]).toEqual([null, undefined])
  })

  it('[ACC-012] is rejected while shipments are active or the balance is not settled', async () => {
    const { id } = await p.given.account({ account_type: 'prepaid', credit_limit: 0, balance: 100_000 })
    const shipment = await p.given.shipment({ account_id: id })
    expect((await errorOf(close(id))).message).toMatch(/^The account has R 8\d\d\.\d\d in credit\. Refund it/)
    const balance = async () => (await staff.send(accountsApi.list, { id: [id] })).accounts[0]?.balance ?? 0
    const post = (type: 'refund' | 'bad-debt-write-off' | 'balance-adjustment-debit', amount: number) =>
      staff.send(billingApi.post, { account_id: id, type, amount, description: 'Settled' })
    await post('refund', await balance())
    expect(await errorOf(close(id))).toEqual({
      status: 400,
      message: 'One shipment is still active. Finish or cancel it, then close the account.',
    })
    await staff.send(shipmentsApi.cancel, { id: shipment.id, message: 'Not needed' })
    await post('refund', await balance())
    await post('balance-adjustment-debit', 500)
    expect((await errorOf(close(id))).message).toMatch(
      /^The account owes R 5\.00\. Record the payment or write/,
    )
    await post('bad-debt-write-off', 500)
    expect((await close(id)).status).toBe('closed')
  })

  it('[ACC-012] is rejected for the guest account, without a reason, without permission, out of reach, and when already closed', async () => {
    const { id } = await p.given.account()
    expect((await errorOf(close(p.guest_account_id))).message).toMatch(
      /^The guest account is needed for guest bookings/,
    )
    expect((await errorOf(staff.send(accountsApi.close, { id, reason: ' ' }))).message).toMatch(
      /^Enter the reason/,
    )
    expect((await errorOf(close(id, await p.owner(id)))).status).toBe(403)
    expect((await errorOf(close(id, await p.apiKey()))).message).toMatch(/INLINE_close_account/)
    const { CPT, DBN } = p.map.branches
    const limited = await p.user(role_ids.administrator, { branch_id: CPT, limit_user_to_branch: true })
    const far = await p.given.account({ branch_id: DBN })
    expect((await errorOf(close(far.id, limited))).status).toBe(404)
    const theirs = await (await newProvider()).given.account()
    expect((await errorOf(close(theirs.id))).status).toBe(404)
    expect((await errorOf(staff.send(accountsApi.reopen, { id }))).message).toBe(
      'This account is already open.',
    )
    await close(id)
    expect((await errorOf(close(id))).message).toBe('This account is already closed.')
  })
})

describe('account notes', () => {
  const add = (accountId: number, message: string, who = staff) =>
    who.send(accountsApi.addNote, { account_id: accountId, message })
  const read = (accountId: number, who = staff) => who.send(accountsApi.notes, { account_id: accountId })

  it('[ACC-022] are listed newest first to staff only and are removed by their author only', async () => {
    const { id } = await p.given.account()
    const first = await add(id, 'Gate code is 4411')
    await add(id, 'Pays on the 25th\nAsk for Lindiwe')
    const { account_notes, count } = await read(id)
    expect(count).toBe(2)
    expect(account_notes.map(({ message }) => message)).toEqual([
      'Pays on the 25th\nAsk for Lindiwe',
      'Gate code is 4411',
    ])
    expect(account_notes[0]).toMatchObject({ account_id: id, created_by: staff.username })
    const owner = await p.owner(id)
    expect((await owner.http('GET', `/accounts/notes?account_id=${id}`)).status).toBe(403)
    const colleague = await p.user(role_ids.finance_manager)
    const remove = (note: number, who = staff) => errorOf(who.send(accountsApi.removeNote, { id: note }))
    expect(await remove(first.id, colleague)).toEqual({
      status: 403,
      message: 'Only the author of a note may remove it.',
    })
    expect((await remove(first.id)).status).toBe(200)
    expect((await remove(first.id)).status).toBe(404)
    expect((await read(id, colleague)).count).toBe(1)
  })

  it('[ACC-022] rejects empty notes and accounts of another company', async () => {
    const { id } = await p.given.account()
    expect(await errorOf(add(id, '  '))).toEqual({ status: 400, message: 'Write the note first.' })
    const theirs = await (await newProvider()).given.account()
    expect((await errorOf(add(theirs.id, 'hello'))).status).toBe(403)
    expect((await errorOf(read(theirs.id))).status).toBe(403)
  })
})
