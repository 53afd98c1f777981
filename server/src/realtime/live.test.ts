import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { accountsApi } from '@waybill/domain/accounts/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { planApi } from '@waybill/domain/drivers/plan'
import { accountChanged } from '@waybill/domain/accounts/events'
import { billingApi } from '@waybill/domain/billing/api'
import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { app_version } from '@waybill/domain/kit/app'
import { LiveMessage } from '@waybill/domain/kit/live'
import { inbox_needs } from '@waybill/domain/notifications/inbox-needs'
import { settingsApi } from '@waybill/domain/settings/api'
import type { ShipmentStatus } from '@waybill/domain/shipments/statuses/status'
import { isWithinReach } from '@waybill/domain/shipments/shipment-access'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { updateAccount } from '../accounts/index.ts'
import { publishDepot } from '../hub/index.ts'
import { enterStatus, lockShipment, readShipmentRows } from '../shipments/index.ts'
import { PubSub } from '../kit/pubsub.ts'
import { Dispatcher } from '../http/dispatcher.ts'
import { Authentication } from '../http/authentication.ts'
import type { Runtime } from '../kit/runtime.ts'
import { makeHttp, type HttpServer } from '../main/listen.ts'
import { PgNotifications } from './notifications.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { testRuntime } from '../../dev/test-kit/runtime.ts'
import { SameDatabase } from '../../dev/test-kit/same-database.ts'
import { address, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'
import { inPlatformTransaction } from '../db/platform-transaction.ts'
import { inTransaction } from '../db/transaction.ts'
import { Live, type LiveTiming } from './live.ts'

const quick: Partial<LiveTiming> = { gather_ms: 1, sweep_ms: 100 }
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Returns a ticket for one connection with `token`; returns `token` itself when no ticket is issued. */
async function ticketOf(token: string | null): Promise<string> {
  const { http: server } = await testRuntime()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.app.inject({ method: 'POST', url: '/live/ticket', headers })
  return answer.statusCode === 200 ? answer.json<{ ticket: string }>().ticket : (token ?? '')
}

/** A client of the live channel. */
class Listener {
  readonly received: LiveMessage[] = []
  readonly #news = new EventEmitter()
  readonly socket: WebSocket
  readonly ended: Promise<number>

  constructor(
    url: string,
    ticket: string | null,
    headers: Record<string, string> = {},
    more: { request_username?: string; since?: string } = {},
  ) {
    this.socket = new WebSocket(url, { headers })
    this.ended = new Promise((resolve) => {
      this.socket.once('close', resolve)
      this.socket.once('unexpected-response', (_request, answer) => resolve(answer.statusCode ?? 0))
      this.socket.on('error', () => undefined)
    })
    this.socket.once('open', () => ticket !== null && this.socket.send(JSON.stringify({ ticket, ...more })))
    this.socket.on('message', (data) => {
      this.received.push(LiveMessage.parse(JSON.parse(String(data))))
      this.#news.emit('heard')
    })
  }

  /** Waits for the first message of a kind. */
  async waitFor(kind: LiveMessage['kind']): Promise<LiveMessage> {
    for (;;) {
      const found = this.received.find((message) => message.kind === kind)
      if (found) return found
      await once(this.#news, 'heard')
    }
  }

  /** The ids of the shipments it received messages about. */
  get shipments(): number[] {
    return this.received.flatMap((one) => (one.kind === 'shipment-changed' ? [one.shipment_id] : []))
  }
}

/** Opens a channel with shortened timing at its own address, in addition to that of the runtime. */
async function openChannel(timing: Partial<LiveTiming> = quick): Promise<{ url: string; live: Live }> {
  const { runtime } = await testRuntime()
  const live = new Live(runtime, new Authentication(runtime), timing)
  const server = http.createServer()
  server.on('upgrade', (request, socket, head: Buffer) => void live.upgrade(request, socket, head))
  const url = await listening(server)
  closing.push(
    () => server.close(),
    () => live.close(),
  )
  return { url: `${url}/live`, live }
}

async function listening(server: http.Server | net.Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Publishes a message that the user certainly receives. Once it has arrived, earlier messages have arrived too or
 * were never sent.
 */
async function markFor(p: TestProvider, caller: Caller, listener: Listener): Promise<void> {
  await p.inTransaction((ctx) =>
    ctx.publish({
      topic: 'live',
      live: { kind: 'message', message_id: 77, to: { user_id: caller.user_id } },
    }),
  )
  await listener.waitFor('message-arrived')
}

async function listen(url: string, caller: Caller, actingAs?: Caller): Promise<Listener> {
  const more = actingAs ? { request_username: actingAs.username } : {}
  const listener = new Listener(url, await ticketOf(caller.token), {}, more)
  closing.push(() => listener.socket.terminate())
  await listener.waitFor('welcome')
  return listener
}

/** Changes the status of a shipment as a scan does. */
const move = (p: TestProvider, id: number, to: ShipmentStatus = 'collected') =>
  p.inTransaction(async (ctx) => {
    await enterStatus(ctx, await lockShipment(ctx, id), { to })
  })

describe('[SHELL-048] live channel', () => {
  it('sends status changes to staff and to the account of the shipment, with the status each may see', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const staff = await listen(url, await p.staff())
    const owner = await listen(url, await p.owner(shipment.account_id))
    await p.given.shipment({ account_id: shipment.account_id })
    await move(p, shipment.id, 'on-hold-internal')
    const lastReceived = (listener: Listener) =>
      expect.poll(() =>
        listener.received.findLast((one) => 'shipment_id' in one && one.shipment_id === shipment.id),
      )
    const about = { kind: 'shipment-changed', shipment_id: shipment.id, account_id: shipment.account_id }
    await lastReceived(staff).toEqual({ ...about, status: 'on-hold-internal' })
    await lastReceived(owner).toEqual({ ...about, status: 'at-hub' })
  })

  it('sends what was published since the given time to users who may see it, and catch-up when that time is too long ago', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const since = p.runtime.runtime.clock().toISOString()
    const account = await p.given.account()
    const owner = await p.owner(account.id)
    await (await p.staff()).send(accountsApi.change, { id: account.id, name: 'New name' })
    const late = new Listener(url, await ticketOf(owner.token), {}, { since })
    closing.push(() => late.socket.terminate())
    expect(await late.waitFor('account-updated')).toEqual({ kind: 'account-updated', account_id: account.id })
    const stranger = await p.owner()
    const deaf = new Listener(url, await ticketOf(stranger.token), {}, { since })
    closing.push(() => deaf.socket.terminate())
    await markFor(p, stranger, deaf)
    expect(deaf.received.map((one) => one.kind)).not.toContain('account-updated')
    const asleep = new Listener(url, await ticketOf(owner.token), {}, { since: '2026-01-01T00:00:00Z' })
    closing.push(() => asleep.socket.terminate())
    await asleep.waitFor('catch-up')
  })

  it('sends the position of a change before the change, when pages are read from a standby', async () => {
    const p = await newProvider()
    const { runtime } = p.runtime
    const { url } = await openChannel()
    const staff = await listen(url, await p.staff())
    const { id } = await p.given.account()
    const standby = new SameDatabase(runtime)
    runtime.standby = standby
    await (await p.staff()).send(accountsApi.change, { id, name: 'New name' })
    await staff.waitFor('account-updated')
    runtime.standby = null
    const at = staff.received.findIndex(({ kind }) => kind === 'account-updated')
    expect(staff.received[at - 1]).toEqual({ kind: 'position', position: standby.neededBy() })
  })

  it('sends nothing of a transaction that was rolled back', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const caller = await p.staff()
    const staff = await listen(url, caller)
    const undone = p.inTransaction(async (ctx) => {
      await ctx.publish({ topic: 'live', live: { kind: 'account', account_id: 1, is_closed: false } })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await markFor(p, caller, staff)
    expect(staff.received.map((one) => one.kind)).toEqual(['welcome', 'message-arrived'])
  })

  it('sends shipment changes to no other company, account, branch or driver, and to no user without the permission', async () => {
    const p = await newProvider()
    const other = await newProvider()
    const { url } = await openChannel()
    const shipment = await p.given.shipment()
    const [row] = await p.inTransaction((ctx) => readShipmentRows(ctx, [shipment.id]))
    const foreignBranch = Object.values(p.map.branches).find(
      (id) =>
        ![
          row?.collection_branch_id,
          row?.delivery_branch_id,
          row?.current_branch_id,
          row?.account_branch_id,
        ].includes(id),
    )
    const limited = (branchId: number) =>
      p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const rightless = await p.staff().then(() => p.user(role_ids.administrator))
    const role = await bareRole(p)
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('app_user').set({ role_id: role }).where('id', '=', rightless.user_id).execute(),
    )
    const strangers: [TestProvider, Caller][] = [
      [other, await other.staff()],
      [p, await p.owner()],
      [p, await limited(foreignBranch ?? 0)],
      [p, await p.driver()],
      [p, rightless],
    ]
    const listeners: [TestProvider, Caller, Listener][] = []
    for (const [at, caller] of strangers) listeners.push([at, caller, await listen(url, caller)])
    const near = await listen(url, await limited(row?.delivery_branch_id ?? 0))
    await move(p, shipment.id)
    await near.waitFor('shipment-changed')
    for (const [at, caller, listener] of listeners) {
      await markFor(at, caller, listener)
      expect(listener.received.map((one) => one.kind)).toEqual(['welcome', 'message-arrived'])
    }
  })

  it('sends a staff message without a branch to staff of every branch', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const branchId = Object.values(p.map.branches)[0] ?? 0
    const limited = await p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true })
    const listener = await listen(url, limited)
    await p.inTransaction((ctx) =>
      ctx.publish({
        topic: 'live',
        live: { kind: 'message', message_id: 78, to: { staff_with: inbox_needs.holds, branch_id: null } },
      }),
    )
    await markFor(p, limited, listener)
    expect(
      listener.received.flatMap((one) => (one.kind === 'message-arrived' ? [one.message_id] : [])),
    ).toContain(78)
  })

  it('selects the same shipments for each actor as the shipment query', async () => {
    const p = await newProvider()
    const driver = await p.driver()
    const made = [await p.given.shipment(), await p.given.shipment({ status: 'quote' })]
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('shipment')
        .set({ delivery_agent_id: driver.username, status: 'delivery-assigned' })
        .where('id', '=', made[0]?.id ?? 0)
        .execute(),
    )
    const callers = [
      await p.staff(),
      driver,
      await p.driver(),
      await p.owner(made[0]?.account_id),
      await p.owner(made[1]?.account_id),
      ...(await Promise.all(
        Object.values(p.map.branches).map((branchId) =>
          p.user(role_ids.administrator, { branch_id: branchId, limit_user_to_branch: true }),
        ),
      )),
    ]
    const ids = made.map((one) => one.id)
    const rows = await p.inTransaction((ctx) => readShipmentRows(ctx, ids))
    const { runtime } = p.runtime
    const authentication = new Authentication(runtime)
    for (const caller of callers) {
      const { actor } = await authentication.authenticate(caller.token ?? '', '', '127.0.0.1')
      const listed = await inTransaction(runtime, { actor, request: {} as never, reads_only: true }, (ctx) =>
        readShipmentRows(ctx, ids),
      )
      expect(rows.filter((row) => isWithinReach(actor, row)).map((row) => row.id)).toEqual(
        listed.map((row) => row.id),
      )
    }
  })

  it('sends a user who acts as a customer only what that customer may see', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const caller = await p.staff()
    const shipment = await p.given.shipment({ status: 'at-hub' })
    const foreign = await p.given.shipment()
    const owner = await p.owner(shipment.account_id)
    const acting = await listen(url, caller, owner)
    const staff = await listen(url, caller)
    await move(p, foreign.id)
    await p.inTransaction((ctx) =>
      ctx.publish({
        topic: 'live',
        live: { kind: 'message', message_id: 5, to: { user_id: caller.user_id } },
      }),
    )
    await move(p, shipment.id, 'on-hold-internal')
    await staff.waitFor('message-arrived')
    await expect.poll(() => staff.shipments).toContain(shipment.id)
    await markFor(p, owner, acting)
    expect(acting.received.slice(1).map((one) => JSON.stringify(one))).toEqual([
      ...acting.received
        .filter((one) => one.kind === 'shipment-changed' && one.account_id === shipment.account_id)
        .map((one) => JSON.stringify(one)),
      '{"kind":"message-arrived","message_id":77}',
    ])
    expect(acting.shipments).toContain(shipment.id)
    expect(acting.shipments).not.toContain(foreign.id)
    expect(acting.received.findLast((one) => one.kind === 'shipment-changed')).toMatchObject({
      status: 'at-hub',
    })
  })

  it('[AUTH-068] ends connections of users who may not act as the requested user, or no longer may', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const [caller, owner] = [await p.staff(), await p.owner()]
    const other = await newProvider()
    const refused: [Caller, Caller][] = [
      [owner, await p.owner()],
      [caller, await p.user(role_ids.administrator)],
      [caller, await other.owner()],
    ]
    for (const [by, as] of refused) {
      const listener = new Listener(url, await ticketOf(by.token), {}, { request_username: as.username })
      expect(await listener.ended).toBe(1013)
      expect(listener.received).toEqual([])
    }
    const acting = await listen(url, caller, owner)
    await caller.send(identityApi.changeUser, { id: owner.user_id, is_active: false })
    expect(await acting.ended).toBe(1013)
  })

  it('counts connections of a user who acts as a customer for that user, not for the customer', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const [caller, owner] = [await p.staff(), await p.owner()]
    for (let count = 0; count < 5; count += 1) await listen(url, caller, owner)
    await listen(url, owner)
    expect(await new Listener(url, await ticketOf(caller.token)).ended).toBe(4429)
  })

  it('sends changed days to the driver and to staff who plan, and nothing to other drivers and customers', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const driver = await p.driver()
    const shipment = await p.given.shipment({ status: 'at-destination-hub' })
    const [own, staff] = [await listen(url, driver), await listen(url, await p.staff())]
    const deaf = [await listen(url, await p.driver()), await listen(url, await p.owner())]
    await (
      await p.staff()
    ).send(driversApi.assign, {
      shipment_ids: [shipment.id],
      leg: 'delivery',
      username: driver.username,
      assign_anyway: true,
    })
    const changed = { kind: 'trip-changed', username: driver.username }
    expect(await own.waitFor('trip-changed')).toEqual(changed)
    expect(await staff.waitFor('trip-changed')).toEqual(changed)
    expect(deaf.flatMap(({ received }) => received.filter(({ kind }) => kind === 'trip-changed'))).toEqual([])
  })

  it('sends new arrival times to the driver whose action changed them', async () => {
    const p = await newProvider({ driver_must_scan_each_parcel: false })
    const { url } = await openChannel()
    const [driver, staff] = [await p.driver(), await p.staff()]
    const far = address('1 Rivonia Road', 'Sandton', 'Johannesburg', '2196', 'GP')
    const places = [{}, { delivery_address: { ...far, lat: -26.1, lng: 28.5 } }]
    const shipments = await Promise.all(
      places.map((place) => p.given.shipment({ status: 'at-destination-hub', ...place })),
    )
    const [first = 0, last = 0] = shipments.map(({ id }) => id)
    const given = { shipment_ids: [first, last], leg: 'delivery' as const, username: driver.username }
    await staff.send(driversApi.assign, { ...given, assign_anyway: true })
    const report = (type: 'load' | 'delivery-failed', id: number) =>
      driver.send(driversApi.actions, {
        actions: [
          {
            action_id: randomUUID(),
            type,
            shipment_id: id,
            occurred_at: new Date(),
            payload: type === 'load' ? {} : { reason: 'Nobody there' },
          },
        ],
      })
    for (const id of [first, last]) await report('load', id)
    const visits = [first, last].map((id) => ({ leg: 'delivery' as const, shipment_id: id }))
    await staff.send(planApi.change, { changes: [{ kind: 'order', driver: driver.username, visits }] })
    await p.settle()
    const own = await listen(url, driver)
    await report('delivery-failed', first)
    await p.settle()
    expect(await own.waitFor('trip-changed')).toEqual({ kind: 'trip-changed', username: driver.username })
  })

  it('[OPS-002] sends a changed depot to the office of the branch and of all branches, and to nobody else', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const { JHB, CPT } = p.map.branches
    const limited = (branchId: number) => p.user(10, { branch_id: branchId, limit_user_to_branch: true })
    const informed = [await p.staff(), await limited(JHB)]
    const deaf = [
      await limited(CPT),
      await p.user(role_ids.finance_manager),
      await p.driver(),
      await p.owner(),
    ]
    const near = await Promise.all(informed.map((caller) => listen(url, caller)))
    const others = await Promise.all(deaf.map((caller) => listen(url, caller)))
    await p.inTransaction((ctx) => publishDepot(ctx, JHB))
    const changed = { kind: 'depot-changed', branch_id: JHB }
    for (const listener of near) expect(await listener.waitFor('depot-changed')).toEqual(changed)
    for (const [index, listener] of others.entries()) {
      await markFor(p, deaf[index] as Caller, listener)
      expect(listener.received.filter(({ kind }) => kind === 'depot-changed')).toEqual([])
    }
  })

  it('sends account changes to staff and the account, balance changes to the account, and nothing to other accounts', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const account = await p.given.account()
    const staff = await listen(url, await p.staff())
    const owner = await listen(url, await p.owner(account.id))
    const neighbour = await p.owner()
    const deaf = await listen(url, neighbour)
    await (await p.staff()).send(accountsApi.change, { id: account.id, name: 'New name' })
    expect(await owner.waitFor('account-updated')).toEqual({
      kind: 'account-updated',
      account_id: account.id,
    })
    await staff.waitFor('account-updated')
    owner.received.length = 0
    await (
      await p.staff()
    ).send(billingApi.post, { account_id: account.id, type: 'payment', amount: 5000, description: 'EFT' })
    await owner.waitFor('account-updated')
    await markFor(p, neighbour, deaf)
    expect(deaf.received.map((one) => one.kind)).toEqual(['welcome', 'message-arrived'])
  })

  it('sends account-closed to the users of a closed account and ends their connections', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const account = await p.given.account()
    const owner = await listen(url, await p.owner(account.id))
    const late = await ticketOf((await p.owner(account.id)).token)
    await p.inTransaction(async (ctx) => {
      await updateAccount(ctx, account.id, undefined, { status: 'closed' })
      await ctx.emit(accountChanged, { account_id: account.id, is_closed: true })
    })
    expect(await owner.waitFor('account-closed')).toEqual({ kind: 'account-closed', account_id: account.id })
    expect(await owner.ended).toBe(4423)
    expect(await new Listener(url, late).ended).toBe(4423)
  })

  it('sends settings-changed to the users of the company and to no other company', async () => {
    const p = await newProvider()
    const other = await newProvider()
    const { url } = await openChannel()
    const owner = await listen(url, await p.owner())
    const foreigner = await other.staff()
    const deaf = await listen(url, foreigner)
    await (await p.staff()).send(settingsApi.save, { settings: [{ key: 'provider_title', value: 'Fynbos' }] })
    await owner.waitFor('settings-changed')
    await markFor(other, foreigner, deaf)
    expect(deaf.received.map((one) => one.kind)).toEqual(['welcome', 'message-arrived'])
  })

  it('sends the server version on connection, and a newer version when there is one', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const staff = await listen(url, await p.staff())
    expect(staff.received[0]).toEqual({ kind: 'welcome', version: app_version })
    p.runtime.runtime.pubsub.publish({ topic: 'version', provider_id: 0, subject: '9.0.0' })
    expect(await staff.waitFor('new-version')).toEqual({ kind: 'new-version', version: '9.0.0' })
  })

  it('sends catch-up instead of 150 single messages, and when messages were missed', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const staff = await listen(url, await p.staff())
    await p.inTransaction(async (ctx) => {
      for (let shipmentId = 1; shipmentId <= 150; shipmentId += 1)
        await ctx.publish({ topic: 'live', live: { kind: 'shipment', shipment_id: shipmentId } })
    })
    await staff.waitFor('catch-up')
    expect(staff.shipments).toEqual([])
    staff.received.length = 0
    p.runtime.runtime.pubsub.publish({ topic: 'missed', provider_id: 0 })
    await staff.waitFor('catch-up')
  })
})

/** Creates a role without permissions. */
async function bareRole(p: TestProvider): Promise<number> {
  const id = 4711
  await p.inTransaction((ctx) =>
    ctx.db
      .insertInto('role')
      .values({
        provider_id: p.provider_id,
        id,
        name: 'bare',
        label: 'Bare',
        permissions: [],
        permissions_ui: [],
        require_2fa: false,
      })
      .execute(),
  )
  return id
}

describe('live channel connections', () => {
  it('are rejected for an unknown ticket, a first message that is no greeting, and a second message', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    expect(await new Listener(url, 'not a token').ended).toBe(4408)
    const babbler = new Listener(url, null)
    babbler.socket.once('open', () => babbler.socket.send('hello'))
    expect(await babbler.ended).toBe(1008)
    const talker = await listen(url, await p.staff())
    talker.socket.send('more')
    expect(await talker.ended).toBe(1008)
  })

  it('are rejected when no message is sent in time, and when a message is too large', async () => {
    const p = await newProvider()
    const { url } = await openChannel({ ...quick, first_message_ms: 30 })
    expect(await new Listener(url, null).ended).toBe(4408)
    const patient = await openChannel(quick)
    expect(await new Listener(patient.url, 'x'.repeat(5000)).ended).toBe(1009)
    const shouter = await listen(patient.url, await p.staff())
    shouter.socket.send('x'.repeat(5000))
    expect(await shouter.ended).toBe(1009)
  })

  it('are accepted while 501 others send nothing: one of those is closed', async () => {
    const p = await newProvider()
    // Long enough for a busy machine: no connection ends because it sent nothing.
    const { url } = await openChannel({ ...quick, first_message_ms: 120_000 })
    const silent = Array.from({ length: 501 }, () => new Listener(url, null))
    closing.push(() => silent.forEach(({ socket }) => socket.terminate()))
    await Promise.all(silent.map(({ socket }) => once(socket, 'open')))
    expect(await Promise.race(silent.map(({ ended }) => ended))).toBe(1013)
    await listen(url, await p.staff())
  })

  it('accept each ticket once and not after 31 seconds, and no access token instead of a ticket', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const { token } = await p.staff()
    expect(await new Listener(url, token).ended).toBe(4408)
    const ticket = await ticketOf(token)
    expect(ticket).not.toContain(token)
    const first = new Listener(url, ticket)
    closing.push(() => first.socket.terminate())
    await first.waitFor('welcome')
    expect(await new Listener(url, ticket).ended).toBe(4408)
    const old = await ticketOf(token)
    p.runtime.setNow(new Date(Date.now() + 31_000))
    expect(await new Listener(url, old).ended).toBe(4408)
    p.runtime.setNow(null)
  })

  it('cannot be opened with an API key (403) or as a guest (401), because they get no ticket', async () => {
    const p = await newProvider()
    expect((await (await p.apiKey()).http('POST', '/live/ticket', {})).status).toBe(403)
    expect((await p.guest().http('POST', '/live/ticket', {})).status).toBe(401)
  })

  it('accept no token in the URL', async () => {
    const p = await newProvider()
    const { url } = await openChannel({ ...quick, first_message_ms: 30 })
    const { token } = await p.staff()
    expect(await new Listener(`${url}?token=${token}&access_token=${token}`, null).ended).toBe(4408)
  })

  it('end after logout, expiry of the session or removal of the user', async () => {
    const p = await newProvider()
    const { url } = await openChannel(quick)
    const leaver = await p.user(role_ids.administrator)
    const left = await listen(url, leaver)
    await leaver.send(identityApi.logout, {})
    expect(await left.ended).toBe(4401)

    const removed = await p.user(role_ids.administrator)
    const gone = await listen(url, removed)
    await inPlatformTransaction(p.runtime.runtime, (db) =>
      db
        .updateTable('app_user')
        .set({ deleted_date: new Date() })
        .where('id', '=', removed.user_id)
        .execute(),
    )
    expect(await gone.ended).toBe(4401)

    const expiring = await listen(url, await p.user(role_ids.administrator))
    p.runtime.setNow(new Date(Date.now() + 86_400_000 * 3651))
    expect(await expiring.ended).toBe(4401)
    p.runtime.setNow(null)
  })

  it('use current permissions: a user who loses the permission receives no more shipment changes', async () => {
    const p = await newProvider()
    const { url } = await openChannel({ gather_ms: 1, sweep_ms: 20 })
    const caller = await p.user(role_ids.administrator)
    const listener = await listen(url, caller)
    const shipment = await p.given.shipment()
    await listener.waitFor('shipment-changed')
    const role = await bareRole(p)
    await p.inTransaction((ctx) =>
      ctx.db.updateTable('app_user').set({ role_id: role }).where('id', '=', caller.user_id).execute(),
    )
    await expect
      .poll(
        async () => {
          listener.received.length = 0
          await p.inTransaction((ctx) =>
            ctx.publish({ topic: 'live', live: { kind: 'shipment', shipment_id: shipment.id } }),
          )
          await markFor(p, caller, listener)
          return listener.shipments
        },
        { timeout: 2_000 },
      )
      .toEqual([])
  })

  it('are limited to five per user', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const caller = await p.staff()
    for (let count = 0; count < 5; count += 1) await listen(url, caller)
    expect(await new Listener(url, await ticketOf(caller.token)).ended).toBe(4429)
  })

  it('are dropped when the client does not respond to pings', async () => {
    const p = await newProvider()
    const { url, live } = await openChannel({ ...quick, heartbeat_ms: 30, sweep_ms: 10_000 })
    const caller = await p.staff()
    const mute = await listen(url, caller)
    expect(live.count).toBe(1)
    mute.socket.pause()
    await expect.poll(() => live.count).toBe(0)
    mute.socket.resume()
    expect(await mute.ended).toBe(1006)
  })

  it('are dropped when the client does not read its messages', async () => {
    const p = await newProvider()
    const { url, live } = await openChannel({ ...quick, sweep_ms: 10_000 })
    const deaf = await listen(url, await p.staff())
    deaf.socket.pause()
    const subject = '9'.repeat(10_000)
    for (let count = 0; count < 2_000; count += 1)
      p.runtime.runtime.pubsub.publish({ topic: 'version', provider_id: 0, subject })
    await expect.poll(() => live.count).toBe(0)
    deaf.socket.terminate()
  })

  it('are accepted from pages of the installation and its companies, and rejected with 403 from other origins', async () => {
    const p = await newProvider()
    const { url } = await openChannel()
    const { token } = await p.staff()
    for (const origin of [
      'http://web.test',
      `https://p${p.provider_id}.test`,
      url.replace('ws:', 'http:').replace('/live', ''),
    ]) {
      const own = new Listener(url, await ticketOf(token), { origin })
      await own.waitFor('welcome')
      own.socket.terminate()
    }
    expect(await new Listener(url, await ticketOf(token), { origin: 'https://evil.example' }).ended).toBe(403)
    expect(await new Listener(url, await ticketOf(token), { origin: 'null' }).ended).toBe(403)
  })
})

describe('live channel addresses and shutdown', () => {
  it('responds at /live of the API address and at /api/live of the web address, with and without a version', async () => {
    const p = await newProvider()
    const { http: server } = p.runtime
    const [web, api] = [await listening(server.web), await listening(server.api)]
    closing.push(
      () => server.web.close(),
      () => server.api.close(),
    )
    const caller = await p.staff()
    for (const url of [
      `${web}/api/live`,
      `${web}/api/v2/live`,
      `${web}/v3/live`,
      `${api}/live`,
      `${api}/v2/live`,
      `${api}/v3/live`,
    ]) {
      const listener = await listen(url, caller)
      listener.socket.terminate()
      await listener.ended
    }
    expect(await new Listener(`${web}/live`, null).ended).toBe(404)
    expect(await new Listener(`${api}/shipments`, null).ended).toBe(404)
    expect((await p.guest().http('GET', '/api/live')).status).toBe(404)
    expect((await p.guest().http('GET', '/live')).status).toBe(426)
  })

  it('closes connections with 1012 when the server stops', async () => {
    const p = await newProvider()
    const { url, live } = await openChannel()
    const staff = await listen(url, await p.staff())
    await live.close()
    expect(await staff.ended).toBe(1012)
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('live channel with several processes on one database', () => {
  it('sends messages of one process to the clients of another, and ends their connections after a logout', async () => {
    const p = await newProvider()
    const { runtime } = p.runtime
    const url = String((runtime.pool.options as { connectionString?: string }).connectionString)
    const processes: { runtime: Runtime; http: HttpServer; dispatcher: Dispatcher }[] = []
    for (let count = 0; count < 2; count += 1) {
      const pubsub = new PubSub()
      const notifications = await PgNotifications.open(url, pubsub, pino({ level: 'silent' }))
      const own: Runtime = { ...runtime, embedded: false, pubsub, notifications }
      const server = await makeHttp(own, null, async () => undefined, new RateLimiter(0))
      processes.push({
        runtime: own,
        http: server,
        dispatcher: new Dispatcher(own, new Authentication(own), new RateLimiter(0)),
      })
      closing.push(
        () => server.close(),
        () => notifications.close(),
      )
    }
    const [one, two] = processes
    const address = await listening(two?.http.api as http.Server)
    await listening(one?.http.web as http.Server)
    await listening(one?.http.api as http.Server)
    await listening(two?.http.web as http.Server)
    const caller = await p.staff()
    const owner = await p.owner()
    const account = await accountOf(p, owner)
    const staff = await listen(`${address}/live`, caller)
    const customer = await listen(`${address}/live`, owner)
    await one?.http.app.inject({
      method: 'PATCH',
      url: '/accounts',
      headers: { authorization: `Bearer ${caller.token}` },
      payload: JSON.stringify({ id: account, name: 'Told across' }),
    })
    expect(await staff.waitFor('account-updated')).toEqual({ kind: 'account-updated', account_id: account })
    await customer.waitFor('account-updated')
    await one?.http.app.inject({
      method: 'POST',
      url: '/logout',
      headers: { authorization: `Bearer ${owner.token}` },
      payload: '{}',
    })
    expect(await customer.ended).toBe(4401)
  })
})

async function accountOf(p: TestProvider, owner: Caller): Promise<number> {
  const row = await p.inTransaction((ctx) =>
    ctx.db
      .selectFrom('app_user')
      .select('account_id')
      .where('id', '=', owner.user_id)
      .executeTakeFirstOrThrow(),
  )
  return row.account_id ?? 0
}
