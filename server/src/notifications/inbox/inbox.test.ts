import { accountsApi } from '@waybill/domain/accounts/api'
import { billingApi } from '@waybill/domain/billing/api'
import { settingsApi } from '@waybill/domain/settings/api'
import { identityApi } from '@waybill/domain/identity/api'
import { customerRegistered, signInChanged } from '@waybill/domain/identity/events'
import { hasPermission, role_ids, systemActor } from '@waybill/domain/kit/actor'
import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { account_roles } from '@waybill/domain/identity/users-and-roles/user-rules'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobFacts } from '../../jobs/outbox.ts'
import { purge } from '../../jobs/purge.ts'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { caughtMail } from '../../../dev/test-kit/fakes/caught-messages.ts'
import { externalContext } from '../../db/transaction.ts'
import { enterStatus, lockShipment, remindDueNotes } from '../../shipments/index.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms } from '@waybill/domain/kit/dates/durations'

const mail = caughtMail()
let p: TestProvider
beforeEach(async () => {
  p = await newProvider({ provider_title: 'Fynbos Couriers', support_email: 'help@fynbos.example' })
})
afterEach(() => p.runtime.setNow(null))

const inboxOf = (caller: Caller) => caller.send(inboxApi.messages, {})
const subjects = async (caller: Caller) => (await inboxOf(caller)).messages.map(({ subject }) => subject)
const unreadOf = async (caller: Caller) => (await caller.send(inboxApi.unread, {})).unread
const move = (id: number, to: ShipmentStatus, message = '') =>
  p.inTransaction(async (ctx) => enterStatus(ctx, await lockShipment(ctx, id), { to, message }))

describe('[NOTE-023] inbox of an account', () => {
  it('notifies the users of the account once of a failed delivery, and no one else', async () => {
    const shipment = await p.given.shipment({ status: 'out-for-delivery' })
    const owner = await p.owner(shipment.account_id)
    const colleague = await p.user(role_ids.account_user_no_billing, { account_id: shipment.account_id })
    const stranger = await p.owner()
    await move(shipment.id, 'delivery-failed-attempt', 'Nobody at home')
    await p.settle()
    const { messages, count, unread } = await inboxOf(owner)
    expect(messages).toMatchObject([
      {
        kind: 'shipment',
        subject: `${shipment.short_tracking_reference}: we could not deliver`,
        link: `/shipments/${shipment.id}`,
        is_read: false,
      },
    ])
    expect(messages[0]?.text).toContain('Nobody at home')
    expect([count, unread]).toEqual([1, 1])
    expect(await subjects(colleague)).toHaveLength(1)
    expect(await subjects(stranger)).toEqual([])
    expect(await subjects(await p.staff())).toEqual([])
    await move(shipment.id, 'out-for-delivery')
    await move(shipment.id, 'delivered')
    expect(await unreadOf(owner)).toBe(1)
  })

  it('stores no message for a muted shipment or a status change that was rolled back', async () => {
    const staff = await p.staff()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const muted = await p.given.shipment({ account_id: account.id, mute_notifications: true, by: staff })
    await move(muted.id, 'collection-failed-attempt')
    const other = await p.given.shipment({ account_id: account.id })
    await expect(
      p.inTransaction(async (ctx) => {
        await enterStatus(ctx, await lockShipment(ctx, other.id), { to: 'collection-failed-attempt' })
        throw new Error('power cut')
      }),
    ).rejects.toThrow('power cut')
    expect(await subjects(owner)).toEqual([])
  })

  it('[SET-097] [NOTE-021] shows external notes written by staff, unless the setting is off', async () => {
    const staff = await p.staff()
    const shipment = await p.given.shipment()
    const owner = await p.owner(shipment.account_id)
    const note = (by: Caller, type: 'external' | 'internal', message: string) =>
      by.send(shipmentsApi.addNote, { shipment_id: shipment.id, type, message })
    await note(staff, 'internal', 'Careful with this one')
    await note(owner, 'external', 'Gate 4 please')
    await note(staff, 'external', 'Which gate?')
    const { messages } = await inboxOf(owner)
    expect(messages.map(({ text }) => text)).toEqual(['Which gate?'])
    const quiet = await newProvider({ disable_sending_external_notes_to_accounts: true })
    const theirs = await quiet.given.shipment()
    await (
      await quiet.staff()
    ).send(shipmentsApi.addNote, {
      shipment_id: theirs.id,
      type: 'external',
      message: 'Which gate?',
    })
    expect(await subjects(await quiet.owner(theirs.account_id))).toEqual([])
  })

  it('shows a new invoice only to users who may see invoices', async () => {
    const staff = await p.staff()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const withoutBilling = await p.user(role_ids.account_user_no_billing, { account_id: account.id })
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'admin-debit',
      amount: 123_450,
      description: 'Storage',
    })
    const { invoices } = await staff.send(billingApi.runInvoices, { account_id: account.id })
    const [message] = (await inboxOf(owner)).messages
    expect(message).toMatchObject({ kind: 'billing', link: `/invoices/${invoices[0]?.id}` })
    expect(message?.subject).toContain('R 1,234.50')
    expect(await inboxOf(withoutBilling)).toMatchObject({ messages: [], count: 0, unread: 0 })
    const reply = await withoutBilling.http('GET', `/inbox/message?id=${message?.id}`)
    expect(reply.status).toBe(404)
  })

  it('notifies the account of every hold and release, and staff with access to its branch of automatic holds only', async () => {
    const staff = await p.staff()
    const { CPT, DBN } = p.map.branches
    const ofBranch = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const [near, far, driver] = [await ofBranch(CPT), await ofBranch(DBN), await p.driver()]
    const account = await p.given.account({ name: 'Karoo Wool', credit_limit: 10_000, branch_id: CPT })
    const owner = await p.owner(account.id)
    await staff.send(accountsApi.change, { id: account.id, is_on_hold: true, hold_message: 'Unpaid' })
    await staff.send(accountsApi.change, { id: account.id, vat_number: '4123456789' })
    await staff.send(accountsApi.change, { id: account.id, is_on_hold: false })
    expect(await subjects(owner)).toEqual(['Your account is no longer on hold', 'Your account is on hold'])
    expect((await inboxOf(owner)).messages[1]?.text).toContain('help@fynbos.example')
    expect(await subjects(staff)).toEqual([])
    await staff.send(billingApi.post, {
      account_id: account.id,
      type: 'admin-debit',
      amount: 20_000,
      description: 'Storage',
    })
    expect((await subjects(owner))[0]).toBe('Your account is on hold')
    for (const receives of [staff, near])
      expect(await subjects(receives)).toEqual(['Karoo Wool was put on hold'])
    for (const excluded of [far, driver]) expect(await subjects(excluded)).toEqual([])
  })
})

describe('[NOTE-023] inbox of staff', () => {
  it('shows a message without a branch to staff of every branch and role with its permission, and to no one else', async () => {
    const account = await p.given.account({ name: 'Karoo Wool', credit_limit: 10_000 })
    const branchIds = Object.values(p.map.branches)
    const readers: { caller: Caller; is_reached: boolean; role: string }[] = []
    for (const role of starter_roles.filter((one) =>
      hasPermission(one, inboxApi.messages.permission ?? ''),
    )) {
      const isOfAccount = account_roles.includes(role.id)
      const users = isOfAccount
        ? [{ account_id: account.id }]
        : branchIds.map((branchId) => ({ branch_id: branchId, limit_user_to_branch: true }))
      const isReached = !isOfAccount && hasPermission(role, inbox_needs.holds)
      for (const user of users)
        readers.push({ caller: await p.user(role.id, user), is_reached: isReached, role: role.name })
    }
    await (
      await p.staff()
    ).send(billingApi.post, {
      account_id: account.id,
      type: 'admin-debit',
      amount: 20_000,
      description: 'Storage',
    })
    expect(new Set(readers.map(({ is_reached }) => is_reached)).size).toBe(2)
    for (const { caller, is_reached, role } of readers)
      expect((await subjects(caller)).includes('Karoo Wool was put on hold'), role).toBe(is_reached)
  })
})

describe('[NOTE-023] inbox of a user', () => {
  it('shows changes to the user’s own sign-in and role', async () => {
    const staff = await p.staff()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    const user = await p.user(role_ids.account_user, { account_id: account.id })
    await p.inTransaction((ctx) =>
      ctx.emit(signInChanged, { user_id: user.user_id, what: 'two-factor-reset' }),
    )
    await staff.send(identityApi.changeUser, {
      id: user.user_id,
      role_id: role_ids.account_user_no_billing,
    })
    await staff.send(identityApi.changeUser, { id: user.user_id, name: 'Naledi Mokoena' })
    expect(await subjects(user)).toEqual([
      'Your role is now Account User – No billing',
      'Two-factor authentication was reset',
    ])
    expect(await subjects(owner)).toEqual([])
  })

  it('welcomes a new customer and notifies staff of the new account', async () => {
    const owner = await p.owner()
    const account = await p.given.account({ name: 'Karoo Wool' })
    await p.inTransaction((ctx) =>
      ctx.emit(customerRegistered, { account_id: account.id, user_id: owner.user_id }),
    )
    expect(await subjects(owner)).toEqual(['Welcome to Fynbos Couriers'])
    expect(await subjects(await p.staff())).toEqual(['New customer: Karoo Wool'])
  })

  it('marks messages per user, one or all at once, and rejects staff acting as a customer with 403', async () => {
    const shipments = [await p.given.shipment()]
    const { account_id } = shipments[0] ?? { account_id: 0 }
    shipments.push(await p.given.shipment({ account_id }), await p.given.shipment({ account_id }))
    const owner = await p.owner(account_id)
    const colleague = await p.owner(account_id)
    for (const { id } of shipments) await move(id, 'collection-failed-attempt')
    const [newest] = (await inboxOf(owner)).messages
    const id = newest?.id ?? 0
    expect(await owner.send(inboxApi.mark, { ids: [id], is_read: true })).toEqual({ unread: 2 })
    expect(await owner.send(inboxApi.message, { id })).toMatchObject({ id, is_read: true })
    expect((await owner.send(inboxApi.messages, { unread: true })).count).toBe(2)
    expect(await owner.send(inboxApi.mark, { ids: [id], is_read: false })).toEqual({ unread: 3 })
    expect(await owner.send(inboxApi.mark, { is_read: true })).toEqual({ unread: 0 })
    expect(await unreadOf(colleague)).toBe(3)
    const stranger = await p.owner()
    await stranger.send(inboxApi.mark, { ids: [id], is_read: true })
    expect(await unreadOf(colleague)).toBe(3)
    const staff = await p.staff()
    const acting = await staff.http('PATCH', '/inbox', {
      is_read: true,
      request_username: colleague.username,
    })
    expect(acting.status).toBe(403)
    expect(await unreadOf(colleague)).toBe(3)
  })

  it('returns pages, newest first, filtered by kind', async () => {
    const shipment = await p.given.shipment()
    const owner = await p.owner(shipment.account_id)
    for (const [at, status] of (
      ['collection-failed-attempt', 'collection-exception', 'on-hold'] as const
    ).entries()) {
      p.runtime.setNow(new Date(Date.now() + at * 60_000))
      await move(shipment.id, status)
    }
    p.runtime.setNow(null)
    await p.inTransaction((ctx) =>
      ctx.emit(signInChanged, { user_id: owner.user_id, what: 'password-changed' }),
    )
    const page = await owner.send(inboxApi.messages, { kind: ['shipment'], limit: 2, offset: 1 })
    const reference = shipment.short_tracking_reference
    expect(page.messages.map(({ subject }) => subject)).toEqual([
      `${reference}: collection has a problem`,
      `${reference}: we could not collect`,
    ])
    expect([page.count, page.unread]).toEqual([3, 4])
    const found = await owner.send(inboxApi.messages, { search: ' HAS A PROBLEM ' })
    expect(found.messages.map(({ subject }) => subject)).toEqual([`${reference}: collection has a problem`])
    expect((await owner.send(inboxApi.messages, { search: '%' })).count).toBe(0)
  })

  it('shows earlier account messages to a new user as read', async () => {
    const shipment = await p.given.shipment()
    p.runtime.setNow(new Date(Date.now() - day_ms))
    await move(shipment.id, 'collection-failed-attempt')
    p.runtime.setNow(null)
    const colleague = await p.owner(shipment.account_id)
    expect(await inboxOf(colleague)).toMatchObject({ count: 1, unread: 0, messages: [{ is_read: true }] })
  })

  it('keeps messages for 180 days', async () => {
    const shipment = await p.given.shipment()
    const owner = await p.owner(shipment.account_id)
    await move(shipment.id, 'collection-failed-attempt')
    await owner.send(inboxApi.mark, { is_read: true })
    const purgeIn = async (days: number) => {
      p.runtime.setNow(new Date(Date.now() + days * day_ms))
      const request = jobFacts(p.runtime.runtime, 'purge')
      await purge(await externalContext(p.runtime.runtime, { actor: systemActor(p.provider_id), request }))
      p.runtime.setNow(null)
      return (await inboxOf(owner)).count
    }
    expect(await purgeIn(179)).toBe(1)
    expect(await purgeIn(181)).toBe(0)
  })
})

describe('[SET-093] problem with a VIP account’s shipment', () => {
  it('notifies staff who assign drivers and the operations contact, for VIP accounts only', async () => {
    mail.take(p)
    const vip = await p.given.account()
    const staff = await p.staff()
    await staff.send(settingsApi.save, {
      settings: [
        { key: 'vip_accounts', value: [vip.account_code] },
        { key: 'ops_manager_email', value: 'ops@fynbos.example' },
      ],
    })
    const usual = await p.given.shipment({ status: 'out-for-delivery' })
    const important = await p.given.shipment({ status: 'out-for-delivery', account_id: vip.id })
    for (const { id } of [usual, important]) await move(id, 'delivery-failed-attempt', 'Nobody at home')
    await p.settle()
    const expected = ['delivery failed attempt', 'collection unassigned'].map(
      (status) => `${important.tracking_reference}: ${status}, VIP ${vip.name}`,
    )
    expect((await subjects(staff)).filter((one) => one.includes('VIP'))).toEqual(expected)
    expect(await subjects(await p.user(role_ids.finance_manager))).not.toContain(expected[0])
    const mailings = mail.messages().filter(({ to }) => to.includes('ops@fynbos.example'))
    expect(mailings.map(({ subject }) => subject)).toEqual(expect.arrayContaining(expected))
    expect(mailings).toHaveLength(expected.length)
  })
})

describe('reminders of notes', () => {
  it('puts a note into the inbox of the assignee once, on its day, unless it is done before', async () => {
    const { id } = await p.given.shipment()
    const author = await p.staff()
    const colleague = await p.user(11)
    const tomorrow = dayOf(new Date(Date.now() + day_ms))
    const remind = (message: string) =>
      author.send(shipmentsApi.addNote, {
        shipment_id: id,
        message,
        requires_action: true,
        due_day: tomorrow,
        assignee: colleague.username,
      })
    const note = await remind('Call Naledi about the gate')
    expect(note).toMatchObject({ due_day: tomorrow, assignee: colleague.username })
    const done = await remind('Done before its day')
    expect(await author.send(shipmentsApi.finishNote, { id: done.id })).toMatchObject({
      done_by: author.username,
    })
    await remindDueNotes(await jobOf(p))
    expect(await subjects(colleague)).toEqual([])
    p.runtime.setNow(new Date(Date.now() + day_ms))
    for (let time = 0; time < 2; time += 1) await remindDueNotes(await jobOf(p))
    const { messages } = await inboxOf(colleague)
    expect(messages).toMatchObject([{ kind: 'shipment', link: `/shipments/${id}` }])
    expect(messages[0]?.text).toContain('Call Naledi about the gate')
    expect(await subjects(author)).toEqual([])
    const actions = async () =>
      (await author.send(shipmentsApi.rows, { search: String(note.shipment_short_tracking_reference) }))
        .shipments[0]?.requires_action_note_count
    expect(await actions()).toBe(1)
    await author.send(shipmentsApi.finishNote, { id: note.id })
    expect(await actions()).toBe(0)
    await author.send(shipmentsApi.finishNote, { id: note.id, is_done: false })
    expect(await actions()).toBe(1)
  })

  it('hides reminders from customers, and rejects those that customers set or that name no colleague', async () => {
    const { id, account_id } = await p.given.shipment()
    const author = await p.staff()
    const owner = await p.owner(account_id)
    const day = dayOf(new Date(Date.now() + day_ms))
    const add = (by: Caller, more: { due_day?: string; assignee?: string }) =>
      by.send(shipmentsApi.addNote, { shipment_id: id, message: 'Call back', type: 'external', ...more })
    await add(author, { due_day: day })
    const [read] = (await owner.send(shipmentsApi.notes, { id })).shipment_notes
    expect(read?.message).toBe('Call back')
    expect([read?.due_day, read?.assignee]).toEqual([undefined, undefined])
    await expect(add(owner, { due_day: day })).rejects.toMatchObject({ status: 403 })
    await expect(add(author, { due_day: day, assignee: owner.username })).rejects.toThrow('Only staff')
    await expect(add(author, { due_day: '2020-01-01' })).rejects.toThrow('in the past')
    await expect(owner.send(shipmentsApi.finishNote, { id: read?.id ?? 0 })).rejects.toMatchObject({
      status: 403,
    })
  })
})
