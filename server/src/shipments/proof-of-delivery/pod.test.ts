import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { newProvider, type Caller, type TestProvider } from '../../../dev/test-kit/provider.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const pdf = [...Buffer.from('%PDF-1.4\n%%EOF')]

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const on_the_road = () => p.given.shipment({ status: 'out-for-delivery' })
const details = { message: 'Recipient details entered', name: 'Naledi' }

describe('POD sent by API', () => {
  it('delivers the shipment, stores the files and returns the event', async () => {
    const shipment = await on_the_road()
    const key = await p.apiKey()
    const date = new Date(shipment.time_created.getTime() + 1)
    const made = await key.send(shipmentsApi.addPod, {
      tracking_reference: shipment.short_tracking_reference,
      date,
      lat: -26.1456,
      lng: 28.0423,
      message: 'Recipient details entered and POD file(s) captured',
      name: 'Naledi Mokoena',
      image_files: [{ file_name: 'door.jpg', file_size: Buffer.from(png, 'base64').length, data: png }],
      pdf_files: [{ file_name: 'note.pdf', display_name: 'Delivery note.pdf', file_size: 3, data: pdf }],
    })
    expect(made).toMatchObject({
      status: 'delivered',
      message: 'Recipient details entered and POD file(s) captured',
      data: { type: 'proof-of-delivery-images', name: 'Naledi Mokoena' },
    })
    expect(made.images).toHaveLength(1)
    expect(made.images[0]?.file_name).toMatch(new RegExp(`^${shipment.id}-[0-9a-f-]{36}\\.png$`))
    expect(made.pdfs[0]?.display_name).toBe('Delivery note.pdf')
    const file = await p
      .guest()
      .http('GET', String(made.images[0]?.url).replace(`http://p${p.provider_id}.test`, ''))
    expect(file.status).toBe(200)
    expect(file.headers['content-type']).toContain('image/png')
    const { shipment: after } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(after).toMatchObject({ status: 'delivered', has_pod_files: true, delivered_date: date })
  })

  it('accepts jpg, png and pdf under each other’s extension, and scans each file by its real type', async () => {
    const shipment = await on_the_road()
    const sent = (fileName: string, data: string | number[]) => ({ file_name: fileName, data })
    const made = await clerk.send(shipmentsApi.addPod, {
      shipment_id: shipment.id,
      message: 'POD file(s) captured',
      image_files: [sent('scan.jpg', pdf), sent('door.jpeg', png)],
      pdf_files: [sent('note.pdf', png)],
    })
    expect(made.images.map(({ file_name }) => file_name.split('.').at(-1))).toEqual(['png', 'png'])
    expect(made.pdfs.map(({ file_name }) => file_name.split('.').at(-1))).toEqual(['pdf'])
    const script = [...Buffer.from('%PDF-1.4\n1 0 obj\n<</S/JavaScript/JS(app.alert(1))>>\nendobj\n%%EOF')]
    const active = { message: 'POD file(s) captured', image_files: [sent('scan.png', script)] }
    const other = await on_the_road()
    await expect(clerk.send(shipmentsApi.addPod, { shipment_id: other.id, ...active })).rejects.toMatchObject(
      {
        status: 400,
        message: expect.stringContaining('contains a script, an action, a form or another file'),
      },
    )
  })

  it('adds another POD event to a delivered shipment, and stores one event per idempotency key', async () => {
    const shipment = await on_the_road()
    await clerk.send(shipmentsApi.addPod, { shipment_id: shipment.id, ...details }, { key: 'once' })
    await clerk.send(shipmentsApi.addPod, { shipment_id: shipment.id, ...details }, { key: 'once' })
    expect(await clerk.send(shipmentsApi.pod, { id: shipment.id })).toHaveLength(1)
    const driver = await p.driver()
    await clerk.send(shipmentsApi.change, { id: shipment.id, delivery_agent_id: driver.username })
    const imageFiles = [{ file_name: 'later.png', data: png }]
    await driver.send(shipmentsApi.addPod, {
      id: shipment.id,
      message: 'POD file(s) captured',
      image_files: imageFiles,
    })
    const events = await clerk.send(shipmentsApi.pod, {
      tracking_reference: shipment.short_tracking_reference,
    })
    expect(events.map((event) => event.data?.type)).toEqual([
      'proof-of-delivery-images',
      'proof-of-delivery-details',
    ])
    const withFiles = await clerk.send(shipmentsApi.podImages, { id: shipment.id })
    expect(withFiles.map((event) => event.id)).toEqual([events[0]?.id])
  })

  it('delivers only the named parcel of a shipment with three parcels', async () => {
    const three = Array.from({ length: 3 }, () => ({
      submitted_length_cm: 20,
      submitted_width_cm: 20,
      submitted_height_cm: 20,
      submitted_weight_kg: 2,
    })) as never
    const shipment = await p.given.shipment({ status: 'out-for-delivery', parcels: three })
    const trackingReference = shipment.parcels[1]?.tracking_reference ?? ''
    const made = await clerk.send(shipmentsApi.addPod, { tracking_reference: trackingReference, ...details })
    expect(made.parcel_id).toBe(shipment.parcels[1]?.id)
    const { shipment: after } = await clerk.send(shipmentsApi.detail, { id: shipment.id })
    expect(after.parcels.map((parcel) => parcel.status)).toEqual([
      'out-for-delivery',
      'delivered',
      'out-for-delivery',
    ])
    expect(after.status).toBe('out-for-delivery')
  })

  it.each([
    ['nothing proved', { message: 'Recipient details entered' }],
    [
      'a wrong size',
      { message: 'POD file(s) captured', image_files: [{ file_name: 'a.png', file_size: 3, data: png }] },
    ],
    [
      'no picture at all',
      { message: 'POD file(s) captured', image_files: [{ file_name: 'a.png', data: 'aGVsbG8=' }] },
    ],
    [
      'a kind nobody keeps',
      { message: 'POD file(s) captured', image_files: [{ file_name: 'a.exe', data: png }] },
    ],
    ['a day to come', { ...details, date: new Date('2099-01-01') }],
  ])('rejects %s with 400 and delivers nothing', async (_what, sent) => {
    const shipment = await on_the_road()
    const refused = clerk.send(shipmentsApi.addPod, { shipment_id: shipment.id, ...sent })
    await expect(refused).rejects.toMatchObject({ status: 400 })
    expect(await clerk.send(shipmentsApi.pod, { id: shipment.id })).toEqual([])
  })

  it('rejects cancelled shipments, customers, other companies, and drivers before they deliver from the trip sheet', async () => {
    const shipment = await on_the_road()
    const driver = await p.driver()
    await clerk.send(shipmentsApi.change, { id: shipment.id, delivery_agent_id: driver.username })
    const sent = { shipment_id: shipment.id, ...details }
    await expect(driver.send(shipmentsApi.addPod, sent)).rejects.toMatchObject({ status: 400 })
    await expect((await p.owner(shipment.account_id)).send(shipmentsApi.addPod, sent)).rejects.toMatchObject({
      status: 403,
    })
    const stranger = await (await newProvider()).staff()
    await expect(stranger.send(shipmentsApi.addPod, sent)).rejects.toMatchObject({ status: 404 })
    await expect(stranger.send(shipmentsApi.pod, { id: shipment.id })).rejects.toMatchObject({ status: 404 })
    await expect((await p.owner()).send(shipmentsApi.pod, { id: shipment.id })).rejects.toMatchObject({
      status: 404,
    })
    const gone = await p.given.shipment({ status: 'cancelled' })
    await expect(clerk.send(shipmentsApi.addPod, { ...sent, shipment_id: gone.id })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('digital POD endpoint', () => {
  it('returns a PDF of the delivery event to the account, by default or by event id, and 404 for an unknown event', async () => {
    const shipment = await on_the_road()
    const position = { lat: -26.1456, lng: 28.0423 }
    await clerk.send(shipmentsApi.addPod, {
      shipment_id: shipment.id,
      ...details,
      ...position,
      image_files: [{ file_name: 'a.png', data: png }],
    })
    const owner = await p.owner(shipment.account_id)
    const link = await owner.send(shipmentsApi.digitalPod, { id: shipment.id })
    expect(link).toMatchObject({ expiry_duration: '15 minutes', bucket: 'pods' })
    const file = await p.guest().http('GET', link.url.replace(`http://p${p.provider_id}.test`, ''))
    expect(String(file.body).slice(0, 5)).toBe('%PDF-')
    const [event] = await owner.send(shipmentsApi.pod, { id: shipment.id, include_digital_pod: true })
    expect(event?.digital_pod?.url).toContain('/files?')
    const named = await owner.send(shipmentsApi.digitalPod, {
      id: shipment.id,
      tracking_event_id: event?.id ?? 0,
    })
    expect(named.filename).toBe(link.filename)
    const unknown = owner.send(shipmentsApi.digitalPod, { id: shipment.id, tracking_event_id: 999_999 })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
  })

  it('rejects the request before delivery, and without a position', async () => {
    const shipment = await on_the_road()
    const before = clerk.send(shipmentsApi.digitalPod, { id: shipment.id })
    await expect(before).rejects.toMatchObject({ status: 400, body: { message: 'shipment not delivered' } })
    await clerk.send(shipmentsApi.addPod, { shipment_id: shipment.id, ...details })
    await expect(clerk.send(shipmentsApi.digitalPod, { id: shipment.id })).rejects.toMatchObject({
      status: 400,
    })
  })

  it('excludes file names that point outside the folder', async () => {
    const shipment = await on_the_road()
    const data = { images: ['../../1/shipment-images/secret.jpg', 'fine-1.jpg'] }
    await clerk.send(shipmentsApi.change, {
      id: shipment.id,
      status: 'delivered',
      metadata: { tracking_info: { message: 'POD image captured', data } },
    })
    const [event] = await clerk.send(shipmentsApi.podImages, { id: shipment.id })
    expect(event?.images.map((image) => image.file_name)).toEqual(['fine-1.jpg'])
  })
})

describe('[TOOL-002] resolution of references for POD upload', () => {
  it('returns the shipment or parcel of each reference, and why it cannot be delivered', async () => {
    const deliverable = await on_the_road()
    const over = await p.given.shipment({ status: 'cancelled' })
    const reference = deliverable.short_tracking_reference
    const requested = [reference.toLowerCase(), `${reference}/1`, over.short_tracking_reference, 'NOBODY77']
    const targets = await clerk.send(shipmentsApi.podTargets, { references: requested })
    expect(targets).toEqual([
      expect.objectContaining({
        reference: requested[0],
        shipment_id: deliverable.id,
        parcel_id: null,
        refusal: '',
      }),
      expect.objectContaining({ reference: requested[1], tracking_reference: `${reference}/1`, refusal: '' }),
      expect.objectContaining({
        reference: requested[2],
        refusal: 'This shipment is cancelled and cannot be delivered.',
      }),
    ])
    expect(targets[1]?.parcel_id).toEqual(expect.any(Number))
  })

  it('finds nothing of another company, and accepts at most 200 references at once', async () => {
    const other = await newProvider()
    const references = [(await on_the_road()).short_tracking_reference]
    expect(await (await other.staff()).send(shipmentsApi.podTargets, { references })).toEqual([])
    const many = Array.from({ length: 201 }, (_, index) => `REF${1000 + index}`)
    await expect(clerk.send(shipmentsApi.podTargets, { references: many })).rejects.toMatchObject({
      message: 'At most 200 references at once. You sent 201.',
    })
  })
})
