import { auditApi } from '@waybill/domain/audit/api'
import { driversApi } from '@waybill/domain/drivers/api'
import { filesApi } from '@waybill/domain/files/api'
import { shipment_file_folder as folder } from '@waybill/domain/files/model'
import { hubApi } from '@waybill/domain/hub/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { file_visibilities, type FileVisibility } from '@waybill/domain/shipments/files/shipment-file'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { archiveOf } from '../../../dev/test-kit/archive.ts'
import { errorOf, newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'
import { givenFiles, uploadShipmentFile } from '../../../dev/test-kit/shipment-files.ts'
import { runSchedules } from '../../../dev/test-kit/job.ts'
import { shipmentSchedules } from '../index.ts'

let p: TestProvider
let office: Caller
let driver: Caller
let owner: Caller
let account_id: number
beforeAll(async () => {
  p = await newProvider()
  office = await p.staff()
  driver = await p.driver()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

/** Books a shipment of the account that is assigned to the driver. */
async function givenShipment(): Promise<{ id: number; reference: string }> {
  const { id, short_tracking_reference } = await p.given.shipment({
    account_id,
    status: 'at-destination-hub',
  })
  await assign(id, driver.username)
  return { id, reference: short_tracking_reference }
}
const assign = (id: number, username: string) =>
  office.send(driversApi.assign, { shipment_ids: [id], leg: 'delivery', username, assign_anyway: true })

const listed = async (by: Caller, id: number) =>
  (await by.send(shipmentsApi.files, { shipment_id: id })).shipment_files
const names = async (by: Caller, id: number) =>
  (await listed(by, id)).map(({ display_name }) => display_name).toSorted()
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search
const trackingPage = async (reference: string) =>
  String((await p.guest().http('GET', `/track?ref=${reference}`)).body)

describe('files of a shipment', () => {
  it('are listed and served to each viewer according to their visibility', async () => {
    const { id, reference } = await givenShipment()
    const stored = new Map<FileVisibility, string>()
    for (const visibility of file_visibilities) {
      const [file] = await givenFiles(p, office, id, { visibility, name: `${visibility}.jpg` })
      stored.set(visibility, file?.file_name ?? '')
    }
    const stranger = await p.owner((await p.given.account()).id)
    const otherCompany = await (await newProvider()).staff()
    expect(await names(office, id)).toEqual(['account.jpg', 'public.jpg', 'staff.jpg'])
    expect(await names(driver, id)).toEqual(['account.jpg', 'public.jpg', 'staff.jpg'])
    expect(await names(owner, id)).toEqual(['account.jpg', 'public.jpg'])
    const page = await trackingPage(reference)
    expect(file_visibilities.filter((one) => page.includes(`${one}.jpg`))).toEqual(['public'])
    for (const by of [stranger, otherCompany])
      expect((await errorOf(by.send(shipmentsApi.files, { shipment_id: id }))).status).toBe(404)
    const storedNames = [...stored.values()]
    const reached = async (by: Caller) => {
      const { url } = await by.send(filesApi.download, { file_name: storedNames, folder })
      return file_visibilities.filter((one) => (stored.get(one) ?? '') in url)
    }
    expect(await Promise.all([office, owner, stranger, otherCompany].map(reached))).toEqual([
      ['staff', 'account', 'public'],
      ['account', 'public'],
      [],
      [],
    ])
  })

  it('hide invoices and customs documents from drivers', async () => {
    const { id } = await givenShipment()
    for (const kind of ['photo', 'invoice', 'customs', 'damage'] as const)
      await givenFiles(p, office, id, { kind, visibility: 'account', name: `${kind}.jpg` })
    expect(await names(driver, id)).toEqual(['damage.jpg', 'photo.jpg'])
    expect(await names(owner, id)).toEqual(['customs.jpg', 'damage.jpg', 'invoice.jpg', 'photo.jpg'])
  })

  it('are downloaded only by those who may list them: by kind, by assignment and by branch', async () => {
    const { id } = await givenShipment()
    const [photo] = await givenFiles(p, office, id, { kind: 'photo', visibility: 'account' })
    const [invoice] = await givenFiles(p, office, id, { kind: 'invoice', visibility: 'account' })
    const other = await p.driver()
    const elsewhere = await p.user(role_ids.administrator, {
      branch_id: p.map.branches.DBN,
      limit_user_to_branch: true,
    })
    const storedNames = [photo?.file_name ?? '', invoice?.file_name ?? '']
    const reached = async (by: Caller) => {
      const { url } = await by.send(filesApi.download, { file_name: storedNames, folder })
      return storedNames.map((name) => name in url)
    }
    expect(await Promise.all([office, driver, other, elsewhere].map(reached))).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  it('of an internal event are shown and served to staff and not to the account', async () => {
    const { id } = await givenShipment()
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0c8' } })
      .jpeg()
      .toBuffer()
    const granted = await office.send(filesApi.upload, { file_name: 'inside.jpg', folder: 'shipment-images' })
    await p.guest().http('PUT', pathOf(granted.url), photo)
    await office.send(hubApi.addEvent, { shipment_id: id, images: [granted.file_name] })
    const seen = async (by: Caller) => {
      const { files } = await by.send(shipmentsApi.detail, { id })
      return files.map(({ display_name }) => display_name)
    }
    expect(await seen(office)).toEqual(['inside.jpg'])
    expect(await seen(owner)).toEqual([])
    const images = { file_name: [granted.file_name], folder: 'shipment-images' }
    expect(Object.keys((await office.send(filesApi.download, images)).url)).toEqual([granted.file_name])
    expect((await owner.send(filesApi.download, images)).url).toEqual({})
  })

  it('get a visibility within the role of the uploader', async () => {
    const { id } = await givenShipment()
    const outcome = async (by: Caller, visibility?: FileVisibility) => {
      try {
        const [file] = await givenFiles(p, by, id, visibility ? { visibility } : {})
        return file?.visibility
      } catch {
        return 'refused'
      }
    }
    const outcomes = async (by: Caller) => {
      const results: unknown[] = [await outcome(by)]
      for (const visibility of file_visibilities) results.push(await outcome(by, visibility))
      return results
    }
    expect(await outcomes(office)).toEqual(['staff', 'staff', 'account', 'public'])
    expect(await outcomes(driver)).toEqual(['staff', 'staff', 'account', 'refused'])
    expect(await outcomes(owner)).toEqual(['account', 'refused', 'account', 'public'])
    expect((await errorOf(outcomeOfGuest(id))).status).toBe(401)
  })

  const outcomeOfGuest = (id: number) =>
    p
      .guest()
      .send(shipmentsApi.addFiles, { shipment_id: id, uploads: [{ file_name: 'a.jpg' }], kind: 'photo' })

  it('contain the files of notes and proofs once, with their origin and without a way to change them', async () => {
    const { id } = await givenShipment()
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0c8' } })
      .jpeg()
      .toBuffer()
    const granted = await office.send(filesApi.upload, { file_name: 'inside.jpg', folder: 'shipment-images' })
    await p.guest().http('PUT', pathOf(granted.url), photo)
    await office.send(shipmentsApi.addNote, {
      shipment_id: id,
      message: 'Look',
      type: 'internal',
      attachments: { uploads: [{ file_name: granted.file_name }] },
    })
    await office.send(shipmentsApi.addPod, {
      shipment_id: id,
      message: 'Delivered',
      name: 'Sam',
      image_files: [{ file_name: 'proof.jpg', data: photo.toString('base64') }],
    })
    await givenFiles(p, owner, id, { name: 'own.jpg' })
    const seen = async (by: Caller) =>
      (await listed(by, id)).map((file) => [
        file.display_name,
        file.origin,
        file.visibility,
        file.id !== null,
      ])
    expect(await seen(office)).toEqual([
      ['own.jpg', 'upload', 'account', true],
      ['proof.jpg', 'proof-of-delivery', 'account', false],
      ['inside.jpg', 'note', 'staff', false],
    ])
    expect(await seen(owner)).toEqual([
      ['own.jpg', 'upload', 'account', true],
      ['proof.jpg', 'proof-of-delivery', 'account', false],
    ])
    expect(await names(driver, id)).toEqual(['own.jpg', 'proof.jpg'])
    const { files } = await office.send(shipmentsApi.detail, { id })
    expect(files.map(({ display_name }) => display_name)).toEqual(['proof.jpg'])
  })

  it('are changed and removed by the office and by the uploader, and by nobody else', async () => {
    const { id, reference } = await givenShipment()
    const colleague = await p.user(role_ids.account_user, { account_id })
    const [file] = await givenFiles(p, owner, id, { name: 'mine.jpg' })
    const fileId = file?.id ?? 0
    const show = (by: Caller, visibility: FileVisibility) =>
      by.send(shipmentsApi.changeFile, { id: fileId, visibility })
    expect((await errorOf(show(colleague, 'public'))).message).toBe(
      'Only the person who added this file may change it.',
    )
    expect((await errorOf(show(owner, 'staff'))).status).toBe(400)
    expect((await show(owner, 'public')).visibility).toBe('public')
    expect(await trackingPage(reference)).toContain('mine.jpg')
    await show(office, 'staff')
    expect(await trackingPage(reference)).not.toContain('mine.jpg')
    expect(await names(owner, id)).toEqual([])
    expect((await errorOf(show(owner, 'public'))).status).toBe(404)
    const reached = await owner.send(filesApi.download, { file_name: [file?.file_name ?? ''], folder })
    expect(reached.url).toEqual({})
    expect((await errorOf(colleague.send(shipmentsApi.removeFile, { id: fileId }))).status).toBe(404)
    await office.send(shipmentsApi.removeFile, { id: fileId })
    expect(await names(office, id)).toEqual([])
  })

  it('are served to nobody once removed, come back when restored, and stay in the audit trail', async () => {
    const { id } = await givenShipment()
    const [file] = await givenFiles(p, office, id, { name: 'crate.jpg', visibility: 'account' })
    const fileId = file?.id ?? 0
    const served = async () => (await p.guest().http('GET', pathOf(file?.url ?? ''))).status
    expect(await served()).toBe(200)
    await office.send(shipmentsApi.removeFile, { id: fileId })
    expect([await served(), await names(office, id)]).toEqual([404, []])
    expect((await errorOf(office.send(shipmentsApi.removeFile, { id: fileId }))).status).toBe(404)
    await office.send(shipmentsApi.restoreFile, { id: fileId })
    expect([await served(), await names(owner, id)]).toEqual([200, ['crate.jpg']])
    await office.send(shipmentsApi.removeFile, { id: fileId })
    p.runtime.setNow(new Date(Date.now() + 25 * hour_ms))
    expect((await errorOf(office.send(shipmentsApi.restoreFile, { id: fileId }))).message).toBe(
      'This file was removed more than a day ago. Add it again.',
    )
    await runSchedules(shipmentSchedules, p)
    p.runtime.setNow(null)
    expect(await errorOf(office.send(shipmentsApi.restoreFile, { id: fileId }))).toEqual({
      status: 404,
      message: 'Could not find this file.',
    })
    const trail = await office.send(auditApi.events, { type: 'shipment', object_id: String(id) })
    expect(JSON.stringify(trail)).toContain('crate.jpg')
    expect(JSON.stringify(trail)).toContain('removed_by')
  })

  it('are added by their uploader only, once, and all of a call or none', async () => {
    const { id } = await givenShipment()
    const add = (by: Caller, ...fileNames: string[]) =>
      by.send(shipmentsApi.addFiles, {
        shipment_id: id,
        uploads: fileNames.map((fileName) => ({ file_name: fileName })),
        kind: 'other',
      })
    const theirs = await uploadShipmentFile(p, owner, 'theirs.jpg')
    expect((await errorOf(add(office, theirs))).message).toBe(
      'theirs.jpg was not uploaded. Choose the file again.',
    )
    const once = await uploadShipmentFile(p, office, 'once.jpg')
    await add(office, once)
    const fresh = await uploadShipmentFile(p, office, 'fresh.jpg')
    expect((await errorOf(add(office, fresh, once))).message).toBe(
      'A file is already used somewhere else. Choose the files again.',
    )
    expect(await names(office, id)).toEqual(['once.jpg'])
    await add(office, fresh)
    expect((await errorOf(add(office))).message).toBe('Add 1 to 20 files at once. You sent 0.')
    expect(await names(office, id)).toEqual(['fresh.jpg', 'once.jpg'])
  })

  it('of a driver arrive also after the shipment was given to another driver', async () => {
    const { id } = await givenShipment()
    const other = await p.driver()
    await p.inTransaction(async (ctx) => {
      await ctx.db
        .updateTable('shipment')
        .set({ original_delivery_agent_id: driver.username })
        .where('id', '=', id)
        .execute()
    })
    await assign(id, other.username)
    await givenFiles(p, driver, id, { kind: 'damage', name: 'late.jpg' })
    expect(await names(office, id)).toEqual(['late.jpg'])
    expect((await errorOf(driver.send(shipmentsApi.files, { shipment_id: id }))).status).toBe(404)
    const { id: foreign } = await p.given.shipment({ account_id })
    expect((await errorOf(givenFiles(p, driver, foreign))).status).toBe(404)
  })

  it('may be pictures, documents and spreadsheets, and nothing else', async () => {
    const { id } = await givenShipment()
    const webp = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0c8' } })
      .webp()
      .toBuffer()
    const workbook = archiveOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })
    for (const [name, content] of [
      ['list.xlsx', workbook],
      ['box.webp', webp],
      ['rows.csv', Buffer.from('a,b\n1,2\n')],
    ] as const) {
      const stored = await uploadShipmentFile(p, office, name, content)
      await office.send(shipmentsApi.addFiles, {
        shipment_id: id,
        uploads: [{ file_name: stored }],
        kind: 'other',
      })
    }
    expect((await listed(office, id)).map(({ content_type }) => content_type)).toEqual([
      'text/csv',
      'image/webp',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const wrong = await errorOf(office.send(filesApi.upload, { file_name: 'run.exe', folder }))
    expect(wrong.message).toContain('This file type is not allowed: run.exe')
  })

  it('leave the list as it is when one of them was rejected for its content', async () => {
    const { id } = await givenShipment()
    const good = await uploadShipmentFile(p, office, 'good.jpg')
    const bad = await uploadShipmentFile(p, office, 'words.png', Buffer.from('Hi'))
    const add = (...fileNames: string[]) =>
      office.send(shipmentsApi.addFiles, {
        shipment_id: id,
        uploads: fileNames.map((fileName) => ({ file_name: fileName })),
        kind: 'other',
      })
    expect((await errorOf(add(good, bad))).message).toBe('words.png was not uploaded. Choose the file again.')
    expect(await names(office, id)).toEqual([])
    await add(good)
    expect(await names(office, id)).toEqual(['good.jpg'])
  })
})
