import { filesApi } from '@waybill/domain/files/api'
import { hubApi } from '@waybill/domain/hub/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { note_folder as folder } from '@waybill/domain/shipments/notes-and-tags/note'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, errorOf, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let staff: Caller
let owner: Caller
let account_id: number
let photo: Buffer
beforeAll(async () => {
  p = await newProvider()
  staff = await p.staff()
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#08c' } })
    .jpeg()
    .toBuffer()
})

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

/** Uploads bytes for this caller and returns the stored file name. */
async function sent(by: Caller, fileName: string, bytes: Buffer = photo): Promise<string> {
  const granted = await by.send(filesApi.upload, { file_name: fileName, folder })
  await p.guest().http('PUT', pathOf(granted.url), bytes)
  return granted.file_name
}

const addTo = (shipmentId: number, by: Caller, type: 'internal' | 'external', uploads: object[]) =>
  by.http('POST', '/shipments/notes', {
    shipment_id: shipmentId,
    message: 'See the files',
    type,
    attachments: { uploads },
  })

async function notesOf(shipmentId: number, by: Caller) {
  return (await by.send(shipmentsApi.notes, { shipment_id: shipmentId })).shipment_notes
}

async function reached(by: Caller, fileName: string): Promise<boolean> {
  return fileName in (await by.send(filesApi.download, { file_name: [fileName], folder })).url
}

describe('note attachments', () => {
  it('stores files with the note, serves them and removes them with it', async () => {
    const made = await p.given.shipment({ account_id })
    const fileName = await sent(owner, 'dent.jpg')
    const added = await addTo(made.id, owner, 'external', [
      { file_name: fileName, display_name: 'The dent.jpg' },
    ])
    expect(added.body).toMatchObject({
      attachments: {
        uploads: [
          {
            file_name: fileName,
            display_name: 'The dent.jpg',
            content_type: 'image/jpeg',
            file_size: expect.any(Number),
            url: expect.stringContaining('/files?'),
          },
        ],
      },
    })
    const [note] = await notesOf(made.id, staff)
    const [file] = note?.attachments.uploads ?? []
    const got = await p.guest().http('GET', pathOf(file?.url ?? ''))
    expect((got.body as Buffer).length).toBe(file?.file_size)
    expect(String(got.headers['content-disposition'])).toContain('filename="The dent.jpg"')
    const { files } = await staff.send(shipmentsApi.detail, { id: made.id })
    expect(files).toEqual([])

    await owner.send(shipmentsApi.removeNote, { id: note?.id ?? 0 })
    expect(await notesOf(made.id, staff)).toEqual([])
    expect((await p.guest().http('GET', pathOf(file?.url ?? ''))).status).toBe(404)
    expect(await reached(staff, fileName)).toBe(false)
  })

  it('shows the files of a note to those who may read it, and internal files never to customers', async () => {
    const made = await p.given.shipment({ account_id })
    const stranger = await p.owner((await p.given.account()).id)
    const inside = await sent(staff, 'inside.jpg')
    const outside = await sent(staff, 'outside.jpg')
    await addTo(made.id, staff, 'internal', [{ file_name: inside }])
    await addTo(made.id, staff, 'external', [{ file_name: outside }])
    const names = async (by: Caller) =>
      (await notesOf(made.id, by)).flatMap((note) => note.attachments.uploads.map((one) => one.file_name))
    expect(await names(staff)).toEqual([outside, inside])
    expect(await names(owner)).toEqual([outside])
    const shown = JSON.stringify(await owner.send(shipmentsApi.detail, { id: made.id }))
    expect([shown.includes(outside), shown.includes(inside)]).toEqual([true, false])
    const who = [staff, owner, stranger]
    expect(await Promise.all(who.map((by) => reached(by, inside)))).toEqual([true, false, false])
    expect(await Promise.all(who.map((by) => reached(by, outside)))).toEqual([true, true, false])
    const events = JSON.stringify(await owner.send(hubApi.events, { shipment_id: made.id }))
    expect(events).not.toContain(inside)
  })

  it('accepts a file from its uploader only, once, and only after the upload finished', async () => {
    const made = await p.given.shipment({ account_id })
    const errorOfAdding = async (by: Caller, fileName: string, displayName?: string) => {
      const { status, body } = await addTo(made.id, by, 'external', [
        { file_name: fileName, display_name: displayName },
      ])
      return status === 200 ? '' : (body as { message: string }).message
    }
    const theirs = await sent(owner, 'theirs.jpg')
    expect(await errorOfAdding(staff, theirs)).toBe('theirs.jpg was not uploaded. Choose the file again.')
    expect(await errorOfAdding(staff, 'made-up.jpg')).toBe(
      'made-up.jpg was not uploaded. Choose the file again.',
    )
    const { file_name: late } = await staff.send(filesApi.upload, { file_name: 'late.jpg', folder })
    expect(await errorOfAdding(staff, late)).toBe('late.jpg was not uploaded. Choose the file again.')
    const once = await sent(staff, 'once.jpg')
    expect(await errorOfAdding(staff, once)).toBe('')
    expect(await errorOfAdding(staff, once)).toBe(
      'A file of this note is already used somewhere else. Choose the files again.',
    )
    const twice = await sent(staff, 'twice.jpg')
    const doubled = [{ file_name: twice }, { file_name: twice }]
    expect((await addTo(made.id, staff, 'internal', doubled)).body).toMatchObject({
      message: 'twice.jpg was added twice. Add each file once.',
    })
    expect(await notesOf(made.id, staff)).toHaveLength(1)
    const proof = { shipment_id: made.id, images: [once] }
    expect((await errorOf(staff.send(hubApi.addEvent, proof))).status).toBe(400)
  })

  it('keeps the real file extension and accepts at most ten files per note', async () => {
    const made = await p.given.shipment({ account_id })
    const fileName = await sent(staff, 'list.jpg')
    const added = await addTo(made.id, staff, 'internal', [
      { file_name: fileName, display_name: 'setup.exe' },
    ])
    expect(added.body).toMatchObject({ attachments: { uploads: [{ display_name: 'setup.exe.jpg' }] } })
    const eleven = Array.from({ length: 11 }, (_, at) => ({ file_name: `${at}.jpg` }))
    expect((await addTo(made.id, staff, 'internal', eleven)).body).toMatchObject({
      message: 'A note has at most 10 files. You sent 11. Write a second note for the rest.',
    })
  })

  it('hides files from other companies', async () => {
    const made = await p.given.shipment({ account_id })
    const fileName = await sent(staff, 'ours.jpg')
    await addTo(made.id, staff, 'external', [{ file_name: fileName }])
    const other = await newProvider()
    expect(await reached(await other.user(role_ids.administrator), fileName)).toBe(false)
  })
})
