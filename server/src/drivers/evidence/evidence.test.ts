import { createHash, randomUUID } from 'node:crypto'
import { DriverAction, driversApi, type ActionPayload } from '@waybill/domain/drivers/api'
import { contentHash } from '@waybill/domain/drivers/evidence/content-hash'
import { evidenceApi } from '@waybill/domain/shipments/proof-of-delivery/evidence-api'
import { filesApi } from '@waybill/domain/files/api'
import type { FileFolder } from '@waybill/domain/files/model'
import type { ActionResult } from '@waybill/domain/drivers/model'
import { inboxApi } from '@waybill/domain/notifications/inbox-api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import type { Shipment } from '@waybill/domain/shipments/model'
import sharp from 'sharp'
import { z } from 'zod'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { textOf } from '../../../dev/test-kit/documents/inspect-pdf.ts'
import { jobOf } from '../../../dev/test-kit/job.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { configuredFileStore } from '../../files/index.ts'
import { describeEvidence } from './list-actions.ts'
import { verifyAll } from '../../ops/verify-audit.ts'

let p: TestProvider
let clerk: Caller
let driver: Caller
let photo: Buffer
let other: Buffer
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
  const picture = (background: string) =>
    sharp({ create: { width: 60, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer()
  ;[photo, other] = await Promise.all([picture('#08c'), picture('#c80')])
})
beforeEach(async () => {
  driver = await p.driver(undefined, 'JHB')
})

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search

/** Asks for an upload address; `arrive` sends bytes to it. */
async function reserve(folder: FileFolder = 'shipment-images') {
  const { url, file_name } = await driver.send(filesApi.upload, {
    file_name: 'door.jpg',
    folder,
  })
  return { name: file_name, arrive: (bytes: Buffer) => p.guest().http('PUT', pathOf(url), bytes) }
}

/** Returns an action with its hashes, as the phone sends it: texts are hashed as the server reads them. */
function hashed(
  action: DriverAction,
  evidence: DriverAction['evidence'] = [],
  former?: string,
): DriverAction {
  const bound = { ...action, evidence, ...(former ? { former_hash: former } : {}) }
  return { ...bound, content_hash: contentHash(z.decode(DriverAction, z.encode(DriverAction, bound))) }
}
async function report(action: DriverAction): Promise<ActionResult | undefined> {
  return (await driver.send(driversApi.actions, { actions: [action] })).results[0]
}
const action = (
  shipment: Shipment,
  type: DriverAction['type'],
  payload: ActionPayload = {},
): DriverAction => ({
  action_id: randomUUID(),
  type,
  shipment_id: shipment.id,
  scanned_references: shipment.parcels.map((parcel) => parcel.tracking_reference),
  occurred_at: new Date(),
  payload,
})
const load = (shipment: Shipment) => hashed(action(shipment, 'load'))
const delivery = (shipment: Shipment, name: string, bytes: Buffer, former?: string) =>
  hashed(
    action(shipment, 'deliver', { name: 'Zoë Nkosi ', mobile_number: '082 123 4567', photos: [name] }),
    [{ name, sha256: sha256(bytes) }],
    former,
  )

async function assigned(): Promise<Shipment> {
  const shipment = await p.given.shipment({ status: 'at-destination-hub' })
  await clerk.send(driversApi.assign, {
    shipment_ids: [shipment.id],
    leg: 'delivery',
    username: driver.username,
    assign_anyway: true,
  })
  return shipment
}
const statusOf = async ({ id }: Shipment) => (await clerk.send(shipmentsApi.detail, { id })).shipment.status
const checks = async ({ id }: Shipment) =>
  (await clerk.send(evidenceApi.list, { shipment_id: id })).actions.map(
    ({ type, result, evidence, problems }) => [type, result, evidence, ...problems],
  )

/** Runs statements as the owner of the database, with every guard switched off. */
async function asOwner(text: string, values: unknown[]): Promise<void> {
  const client = await p.runtime.runtime.pool.connect()
  try {
    await client.query('SET session_replication_role = replica')
    await client.query(text, values)
  } finally {
    await client.query('RESET session_replication_role')
    client.release()
  }
}
async function verify() {
  const lines: string[] = []
  const { runtime } = p.runtime
  const stores = { database: runtime, files: configuredFileStore(runtime.data_dir), reads_files: true }
  const isWhole = await verifyAll(stores, p.provider_id, [], (line) => lines.push(line))
  return { isWhole, output: lines.join('\n') }
}

describe('[DRV-008] actions with hashes', () => {
  it('are verified with the bytes that the phone took, although the stored picture is re-encoded', async () => {
    const shipment = await assigned()
    const loading = load(shipment)
    expect(await report(loading)).toMatchObject({ result: 'applied' })
    const file = await reserve()
    expect((await file.arrive(photo)).status).toBe(200)
    const sent = delivery(shipment, file.name, photo, loading.content_hash)
    expect(await report(sent)).toMatchObject({ result: 'applied' })
    expect(await report(sent)).toMatchObject({ result: 'duplicate' })
    expect(await statusOf(shipment)).toBe('delivered')
    expect(await checks(shipment)).toEqual([
      ['deliver', 'applied', 'verified'],
      ['load', 'applied', 'verified'],
    ])
  })

  it('are applied all the same when a photo or a detail is not what the phone recorded, and staff see that', async () => {
    const [one, two, three] = [await assigned(), await assigned(), await assigned()]
    for (const shipment of [one, two]) await report(load(shipment))
    const file = await reserve()
    await file.arrive(other)
    const replaced = delivery(one, file.name, photo)
    const given = delivery(two, (await reserve()).name, photo)
    const changed = { ...given, payload: { ...given.payload, name: 'Another person' } }
    for (const sent of [replaced, changed, { ...load(three), lat: -26 }])
      expect(await report(sent)).toMatchObject({ result: 'applied' })
    expect(await report(replaced)).toMatchObject({ result: 'duplicate' })
    const details = 'The details that are stored are not those that the phone recorded.'
    expect((await checks(one))[0]).toEqual([
      'deliver',
      'applied',
      'differs',
      'Photo 1 is not the picture that the phone took.',
    ])
    expect((await checks(two))[0]).toEqual(['deliver', 'applied', 'differs', details])
    expect((await checks(three))[0]).toEqual(['load', 'applied', 'differs', details])
    // One message for each file, and one for all details of a day: an app that hashes differently sends many.
    const { messages } = await clerk.send(inboxApi.messages, { limit: 10 })
    expect(messages.map(({ text, link }) => [text.split('\n')[0], link])).toEqual([
      [details, `/shipments/${two.id}`],
      ['Photo 1 is not the picture that the phone took.', `/shipments/${one.id}`],
    ])
  })

  it('are repeated without a change when they were a conflict', async () => {
    const shipment = await assigned()
    const early = delivery(shipment, (await reserve()).name, photo)
    expect(await report({ ...early, shipment_id: 999_999_999 })).toMatchObject({ result: 'conflict' })
    expect(await report({ ...early, shipment_id: 999_999_999 })).toMatchObject({ result: 'conflict' })
  })

  it('are applied before their photos arrive, and are verified or not once these do', async () => {
    const [one, two] = [await assigned(), await assigned()]
    for (const shipment of [one, two]) await report(load(shipment))
    const [good, bad] = [await reserve(), await reserve()]
    await report(delivery(one, good.name, photo))
    await report(delivery(two, bad.name, photo))
    expect([await statusOf(one), (await checks(one))[0]]).toEqual([
      'delivered',
      ['deliver', 'applied', 'waiting', 'Photo 1 has not arrived yet.'],
    ])
    await good.arrive(photo)
    await bad.arrive(other)
    expect((await checks(one))[0]).toEqual(['deliver', 'applied', 'verified'])
    expect((await checks(two))[0]).toEqual([
      'deliver',
      'applied',
      'differs',
      'Photo 1 is not the picture that the phone took.',
    ])
    const { messages } = await clerk.send(inboxApi.messages, { limit: 10 })
    expect(messages[0]).toMatchObject({ link: `/shipments/${two.id}` })
  })

  it('show that an earlier action of the phone is missing, and actions without hashes as such', async () => {
    const shipment = await assigned()
    await report(action(shipment, 'load'))
    const given = hashed(action(shipment, 'deliver', { name: 'Naledi', photos: ['6f1d2a.jpg'] }), [
      { name: '6f1d2a.jpg', sha256: sha256(photo) },
    ])
    const lost = { ...given, former_hash: sha256(other) }
    await report({ ...lost, evidence: [], payload: { name: 'Naledi' }, content_hash: undefined })
    const next = hashed(action(shipment, 'arrive'), [], sha256(other))
    await report(next)
    expect((await checks(shipment)).map(([type, , state]) => [type, state])).toEqual([
      ['arrive', 'gap'],
      ['deliver', 'without-hashes'],
      ['load', 'without-hashes'],
    ])
  })

  it('are listed to the office only, and to staff of a branch for shipments of the branch', async () => {
    const shipment = await assigned()
    const list = (by: Caller) => errorOf(by.send(evidenceApi.list, { shipment_id: shipment.id }))
    expect(await list(driver)).toMatchObject({ status: 403 })
    expect(await list(await p.owner())).toMatchObject({ status: 403 })
    const [manager, controller, hub] = [await p.user(10), await p.user(11), await p.user(12)]
    expect(
      [await list(manager), await list(controller), await list(hub)].map(({ status }) => status),
    ).toEqual([200, 200, 403])
    const elsewhere = await p.user(11, { branch_id: p.map.branches.DBN, limit_user_to_branch: true })
    expect(await list(elsewhere)).toMatchObject({ status: 404 })
    expect(await errorOf(clerk.send(evidenceApi.list, { shipment_id: 999_999_999 }))).toMatchObject({
      status: 404,
    })
  })
})

describe('[DRV-008] alarms, arrivals and photos added later', () => {
  it('are in the same chain: a later action is verified, and an alarm that did not arrive leaves a gap', async () => {
    const shipment = await assigned()
    const alarm = hashed({ action_id: randomUUID(), type: 'panic', occurred_at: new Date() })
    const arrival = hashed(action(shipment, 'arrive'), [], alarm.content_hash)
    await report(arrival)
    expect((await checks(shipment))[0]?.[2]).toBe('gap')
    expect(await report(alarm)).toMatchObject({ result: 'applied' })
    expect((await checks(shipment))[0]?.[2]).toBe('verified')
  })

  const photos = (shipment: Shipment, name: string, bytes: Buffer) =>
    hashed(
      {
        ...action(shipment, 'add-photos', { photos: [name], file_kind: 'damage', file_visibility: 'staff' }),
        scanned_references: undefined,
      },
      [{ name, sha256: sha256(bytes) }],
    )

  it('attach the photos to the shipment once and verify them, also after it was given to another driver', async () => {
    const shipment = await assigned()
    const [file, replaced] = [await reserve('shipment-files'), await reserve('shipment-files')]
    const sent = photos(shipment, file.name, photo)
    await file.arrive(photo)
    await replaced.arrive(other)
    await clerk.send(driversApi.assign, { shipment_ids: [shipment.id], leg: 'delivery', username: '' })
    expect(await report(sent)).toMatchObject({ result: 'applied' })
    expect(await report(sent)).toMatchObject({ result: 'duplicate' })
    expect(await report(photos(shipment, replaced.name, photo))).toMatchObject({ result: 'applied' })
    const { shipment_files } = await clerk.send(shipmentsApi.files, { shipment_id: shipment.id })
    expect(shipment_files.map(({ file_name, kind, visibility }) => [file_name, kind, visibility])).toEqual(
      expect.arrayContaining([[file.name, 'damage', 'staff']]),
    )
    expect(shipment_files).toHaveLength(2)
    expect((await checks(shipment)).map(([type, , state]) => [type, state])).toEqual(
      expect.arrayContaining([
        ['add-photos', 'verified'],
        ['add-photos', 'differs'],
      ]),
    )
  })

  it('are rejected as a conflict when a photo has not arrived or the shipment was never given to the driver', async () => {
    const [own, foreign] = [await assigned(), await p.given.shipment()]
    const file = await reserve('shipment-files')
    expect(await report(photos(own, file.name, photo))).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('was not uploaded'),
    })
    await file.arrive(photo)
    expect(await report(photos(foreign, file.name, photo))).toMatchObject({ result: 'conflict' })
    expect((await clerk.send(shipmentsApi.files, { shipment_id: foreign.id })).count).toBe(0)
  })
})

describe('[DRV-008] the proof of a delivery', () => {
  /** Returns the text of the PDF of a delivery, read by the customer. */
  async function proofText({ id }: Shipment): Promise<string> {
    const { url } = await clerk.send(shipmentsApi.digitalPod, { shipment_id: id })
    const { body } = await p.guest().http('GET', pathOf(url))
    return textOf(body as Buffer).replace(/\s+/g, ' ')
  }
  const deliver = async (arriving: Buffer): Promise<Shipment> => {
    const shipment = await assigned()
    await report(load(shipment))
    const file = await reserve()
    await file.arrive(arriving)
    const here = { lat: -33.9, lng: 18.4, occurred_at: new Date() }
    const { content_hash: _hash, evidence, ...recorded } = delivery(shipment, file.name, photo)
    await report(hashed({ ...recorded, ...here }, evidence))
    return shipment
  }

  it('has a line that says whether the photo matches what the phone recorded, or what differs', async () => {
    const lineOf = async ({ id }: Shipment): Promise<string> => {
      const ctx = await jobOf(p)
      return ctx.inTransaction((inner) =>
        describeEvidence(inner, id, { source: driver.username, date: new Date() }),
      )
    }
    expect(await lineOf(await deliver(photo))).toMatch(
      /^Evidence verified: 1 photo matches what was recorded on the phone at \d\d:\d\d\.$/,
    )
    expect(await lineOf(await deliver(other))).toBe(
      'Does not match: Photo 1 is not the picture that the phone took.',
    )
    expect(await lineOf(await assigned())).toBe('')
  })

  it('says in the PDF that the photo matches what the phone recorded, or what differs', async () => {
    expect(await proofText(await deliver(photo))).toMatch(
      /Evidence verified: 1 photo matches what was recorded on the phone at \d\d:\d\d\./,
    )
    expect(await proofText(await deliver(other))).toContain(
      'Does not match: Photo 1 is not the picture that the phone took.',
    )
  })
})

describe('[DRV-008] the verification of the audit trail', () => {
  it('names a changed byte of a photo, a missing photo and two actions in another order, and counts removed files', async () => {
    const shipment = await assigned()
    const loading = load(shipment)
    await report(loading)
    const file = await reserve()
    await file.arrive(photo)
    const given = delivery(shipment, file.name, photo, loading.content_hash)
    await report(given)
    const store = configuredFileStore(p.runtime.runtime.data_dir)
    const key = `${p.provider_id}/shipment-images/${file.name}`
    const bytes = (await store.get(key)) ?? Buffer.from('')
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
    await store.put(key, changed, 'image/jpeg')
    const named = `The file ${file.name} of action ${given.action_id} of ${driver.username}`
    expect(await verify()).toMatchObject({
      isWhole: false,
      output: expect.stringContaining(`${named} is not the one that arrived.`),
    })
    await store.remove(key)
    expect((await verify()).output).toContain(`${named} is missing.`)
    await store.put(key, bytes, 'image/jpeg')
    const swap = `UPDATE driver_action a SET occurred_at = b.occurred_at + interval '1 hour' FROM driver_action b
      WHERE a.provider_id = $1 AND a.action_id = $2 AND b.provider_id = $1 AND b.action_id = $3`
    await asOwner(swap, [p.provider_id, loading.action_id, given.action_id])
    expect((await verify()).output).toContain(
      `The stored action ${loading.action_id} of ${driver.username} was changed.`,
    )
    await asOwner('UPDATE driver_action SET occurred_at = $3 WHERE provider_id = $1 AND action_id = $2', [
      p.provider_id,
      loading.action_id,
      loading.occurred_at,
    ])
    await asOwner("UPDATE stored_file SET state = 'removed' WHERE provider_id = $1 AND name = $2", [
      p.provider_id,
      file.name,
    ])
    expect(await verify()).toMatchObject({
      isWhole: true,
      output: expect.stringContaining('1 of its files were removed'),
    })
  })

  it('covers the hashes and the stored action, and names the first that was changed', async () => {
    const shipment = await assigned()
    const loading = load(shipment)
    await report(loading)
    const file = await reserve()
    const given = delivery(shipment, file.name, photo)
    await report(given)
    await file.arrive(photo)
    expect(await verify()).toMatchObject({ isWhole: true })
    expect((await verify()).output).toMatch(/the evidence of \d+ driver actions is as it was stored/)
    const key = [p.provider_id, loading.action_id]
    const changes = [
      [
        `UPDATE action_evidence SET content_hash = repeat('0', 64) WHERE provider_id = $1 AND action_id = $2`,
        `UPDATE action_evidence SET content_hash = '${loading.content_hash}' WHERE provider_id = $1 AND action_id = $2`,
        'are not those in the audit trail',
      ],
      [
        `UPDATE driver_action SET payload = jsonb_set(payload, '{lat}', '-26') WHERE provider_id = $1 AND action_id = $2`,
        `UPDATE driver_action SET payload = payload - 'lat' WHERE provider_id = $1 AND action_id = $2`,
        'was changed',
      ],
    ] as const
    for (const [tamper, repair, output] of changes) {
      await asOwner(tamper, key)
      const found = await verify()
      expect(found.isWhole).toBe(false)
      expect(found.output).toContain(output)
      expect(found.output).toContain(loading.action_id)
      await asOwner(repair, key)
    }
    expect(await verify()).toMatchObject({ isWhole: true })
    await asOwner('DELETE FROM action_evidence WHERE provider_id = $1 AND action_id = $2', key)
    expect((await verify()).output).toContain(
      `The hashes of action ${loading.action_id} of ${driver.username} were removed.`,
    )
  })
})
