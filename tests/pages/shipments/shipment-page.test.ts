import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { booking } from '../../../server/dev/test-kit/provider.ts'
import { openProduct, type PageProduct as Product, type TestPage as Page } from '../../page-kit/product.ts'

let product: Product
let clerk: Page

beforeAll(async () => {
  product = await openProduct()
  clerk = await product.as(email)
}, 180_000)
afterAll(async () => product.close())

interface ListedRow {
  id: number
  status: string
  rate: number
  collection_agent_id: string
  service_level_code: string
  parcels: readonly unknown[]
}

const email = 'thandi@fynbos.example'
const owner = 'riaan@overbergbooks.example'

/** Returns the first shipment in a status that a user can see and that fits. */
async function find(
  status: string,
  whose = email,
  fits: (row: ListedRow) => boolean = () => true,
): Promise<ListedRow> {
  const { shipments } = await product.ask<{ shipments: ListedRow[] }>(
    whose,
    'GET',
    `/shipments?status=${status}&limit=100`,
  )
  const found = shipments.find(fits)
  if (!found) throw new Error(`The demonstration has nothing ${status}.`)
  return found
}
const now = async (id: number): Promise<ListedRow> =>
  (await product.ask<{ shipments: ListedRow[] }>(email, 'GET', `/shipments?id=${id}`))
    .shipments[0] as ListedRow
const force = (id: number, status: string) =>
  product.ask(email, 'POST', '/tracking/shipment-events', {
    shipment_id: id,
    status,
    message: 'Moved',
    force: true,
  })
const open = (id: number) => clerk.goto(`${product.web}/shipments/${id}`)
const dialog = (name: RegExp) => clerk.getByRole('dialog', { name })

/** Types into the focused field at human speed, so that the input does not count as a scan. */
const type = (text: string) => clerk.locator('input:focus').pressSequentially(text, { delay: 100 })

describe('wrong address', () => {
  it('[SHIP-089] is corrected from the delivery problem, after a preview of price, days and branch', async () => {
    // Economy is sold to every town.
    const { id } = await find(
      'out-for-delivery',
      email,
      ({ service_level_code }) => service_level_code === 'ECO',
    )
    await product.ask(email, 'PATCH', '/shipments', {
      id,
      status: 'delivery-exception',
      metadata: { tracking_info: { message: 'Address problem' } },
    })
    await open(id)
    await clerk.getByRole('button', { name: 'Fix this address', exact: true }).first().click()
    await clerk.waitForURL(/\/edit#delivery-title$/)
    const delivery = clerk.getByRole('region', { name: 'Delivery', exact: true })
    const place = delivery.getByRole('combobox', { name: 'Find an address' })
    await place.click()
    await clerk.keyboard.press('Control+a')
    await type('Graaff-Reinet')
    await clerk.keyboard.press('Enter')
    await delivery.getByLabel('Street address').fill('18 Parsonage Street')
    await clerk.getByRole('button', { name: 'Show what changes' }).click()
    const changes = clerk.getByRole('region', { name: 'What changes' }).last()
    const terms = changes.getByRole('term')
    await terms.first().waitFor()
    await product.settled(clerk)
    expect(await terms.allInnerTexts()).toEqual(
      expect.arrayContaining([
        'Price',
        'Collection',
        'Delivery',
        'Expected',
        'Delivery branch',
        'Delivery zone',
        'Delivery driver',
        'Labels',
        'Messages',
      ]),
    )
    const price = (await changes.getByRole('definition').first().innerText()).split(/ \(/)[0]
    expect((await now(id)).status).toBe('delivery-exception')
    // Changing the address requires a new preview.
    await delivery.getByLabel('Street address').fill('20 Parsonage Street')
    await terms.first().waitFor({ state: 'detached' })
    await clerk.getByRole('button', { name: 'Show what changes' }).click()
    await terms.first().waitFor()
    await clerk.getByRole('button', { name: 'Save changes' }).click()
    await clerk
      .getByText(/20 Parsonage Street/)
      .first()
      .waitFor()
    expect(`R ${(await now(id)).rate.toFixed(2)}`).toBe(price?.replace(',', ''))
    await clerk.getByRole('button', { name: 'Reschedule delivery' }).first().waitFor()
  })

  it('[SHIP-088] [SHIP-089] can be corrected by a customer before collection and not after it', async () => {
    const customer = await product.as(owner, { width: 390, height: 844 })
    const early = await find('collection-assigned,collection-unassigned,submitted', owner)
    await customer.goto(`${product.web}/shipments/${early.id}`)
    await customer.getByRole('link', { name: 'Correct delivery address' }).click()
    await customer.getByRole('heading', { level: 1, name: /^Edit / }).waitFor()
    await customer.getByRole('combobox', { name: 'Find an address' }).first().waitFor()
    const late = await find('at-hub,in-transit,delivered', owner)
    await customer.goto(`${product.web}/shipments/${late.id}`)
    await customer.getByRole('heading', { name: 'Route' }).waitFor()
    await product.settled(customer)
    expect(await customer.getByRole('link', { name: /^Correct .* address/ }).count()).toBe(0)
    await customer.goto(`${product.web}/shipments/${late.id}/edit`)
    const closed = customer.getByText(
      /delivery address can no longer be changed|cannot be changed|no longer be changed/,
    )
    await closed.first().waitFor()
    expect(await customer.getByRole('combobox', { name: 'Find an address' }).count()).toBe(0)
    await customer.context().close()
  })
})

describe('files of a note', () => {
  const picture = () =>
    sharp({ create: { width: 480, height: 360, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer()
  const chooser = () => clerk.getByRole('button', { name: /^Files \(optional\)/ })
  /** Dispatches a drop or paste event with files on the note form. */
  const carry = (kind: 'drop' | 'paste', files: { name: string; type: string; bytes: number[] }[]) =>
    clerk.getByLabel('Note', { exact: true }).evaluate(
      (field, [event, carried]) => {
        const data = new DataTransfer()
        for (const { name, type: kindOf, bytes } of carried)
          data.items.add(new File([new Uint8Array(bytes)], name, { type: kindOf }))
        const about = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...about, dataTransfer: data })
            : new ClipboardEvent('paste', { ...about, clipboardData: data }),
        )
      },
      [kind, files] as const,
    )

  it('are chosen, dropped and pasted, and rejected by name with the reason', async () => {
    const { id } = await find('at-hub')
    const bytes = await picture()
    await open(id)
    await clerk.getByRole('button', { name: 'Add note' }).click()
    await clerk.getByLabel('Note', { exact: true }).fill('The box as it came in')
    await chooser().setInputFiles([
      { name: 'dent.png', mimeType: 'image/png', buffer: bytes },
      { name: 'list.xlsx', mimeType: 'application/zip', buffer: bytes },
      { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(11 * 1024 * 1024) },
    ])
    const message = clerk.locator('form').getByText(/^This file type is not allowed/)
    await message.waitFor()
    expect(await message.innerText()).toBe(
      'This file type is not allowed: list.xlsx. Use jpg, jpeg, png, pdf. large.pdf is larger than 10 MB. Send a smaller one.',
    )
    await clerk.getByRole('button', { name: 'Remove dent.png' }).waitFor()
    await carry('drop', [{ name: 'dropped.png', type: 'image/png', bytes: [...bytes] }])
    await clerk.getByRole('button', { name: 'Remove dropped.png' }).waitFor()
    await carry('paste', [{ name: 'pasted.png', type: 'image/png', bytes: [...bytes] }])
    await clerk.getByRole('button', { name: 'Remove pasted.png' }).waitFor()
    // A file that is not a picture despite its type is detected after the upload.
    await carry('drop', [{ name: 'words.png', type: 'image/png', bytes: [72, 105] }])
    await clerk.getByText('words.png is not a png file. Correct its name and send it again.').waitFor()
    await clerk.getByRole('button', { name: 'Remove pasted.png' }).click()
    await clerk.getByRole('button', { name: 'Add note' }).last().click()

    const note = clerk.getByRole('article').filter({ hasText: 'The box as it came in' })
    const files = note.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect.poll(() => files.count()).toBe(2)
    expect(await files.first().innerText()).toMatch(/^dent\.png\s+[\d.]+ kB$/)
    const seen = await product.download((await files.first().locator('img').getAttribute('src')) ?? '')
    expect((await sharp(seen.body).metadata()).width).toBe(480)
    const link = files.first().getByRole('link', { name: 'Download dent.png' })
    expect(await link.getAttribute('download')).toBe('dent.png')
    const saved = await product.download((await link.getAttribute('href')) ?? '')
    expect([saved.status, saved.type]).toEqual([200, 'image/png'])
  })

  it('delay saving the note until the upload ends or is stopped', async () => {
    const { id } = await find('at-hub')
    await open(id)
    await clerk.getByRole('button', { name: 'Add note' }).click()
    await clerk.getByLabel('Note', { exact: true }).fill('With a slow file')
    const { promise: gone, resolve: lose } = Promise.withResolvers<'no connection'>()
    const asUsual = await product.answers({ method: 'PUT', path: '/files' }, () => gone)
    await chooser().setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: await picture() })
    await clerk.getByRole('progressbar', { name: 'Sending slow.png' }).waitFor()
    await clerk.getByRole('button', { name: 'Add note' }).last().click()
    await clerk.getByText('A file is still being sent. Wait for it, or remove it.').first().waitFor()
    await clerk.getByRole('button', { name: 'Stop sending slow.png' }).click()
    await clerk.getByRole('progressbar').waitFor({ state: 'detached' })
    lose('no connection')
    await asUsual()
    await clerk.getByRole('button', { name: 'Add note' }).last().click()
    await clerk.getByRole('article').filter({ hasText: 'With a slow file' }).waitFor()
  })

  it('can be read by the customer only when the note is for the customer', async () => {
    const customer = await product.as(owner)
    const { shipments } = await product.ask<{ shipments: ListedRow[] }>(owner, 'GET', '/shipments?limit=1')
    const mine = shipments[0]?.id ?? 0
    await open(mine)
    for (const who of ['Only staff', 'The customer too']) {
      await clerk.getByRole('button', { name: 'Add note' }).click()
      await clerk.getByLabel('Note', { exact: true }).fill(`For: ${who}`)
      await clerk.getByLabel(who).check()
      await chooser().setInputFiles({ name: `${who}.png`, mimeType: 'image/png', buffer: await picture() })
      await clerk.getByRole('button', { name: `Remove ${who}.png` }).waitFor()
      await clerk.getByRole('button', { name: 'Add note' }).last().click()
      await clerk
        .getByRole('article')
        .filter({ hasText: `For: ${who}` })
        .waitFor()
    }
    await customer.goto(`${product.web}/shipments/${mine}`)
    await customer.getByRole('link', { name: 'Download The customer too.png' }).waitFor()
    await product.settled(customer)
    expect(await customer.getByText('Only staff').count()).toBe(0)
    await customer.context().close()
  })
})

describe('stop rejected by the driver', () => {
  it('is assigned to another driver on the shipment page', async () => {
    const { id, collection_agent_id } = await find('collection-assigned')
    await product.ask(email, 'PATCH', '/shipments', { id, status: 'collection-rejected' })
    await open(id)
    await clerk.getByRole('button', { name: 'Assign driver' }).first().click()
    const assign = dialog(/^Assign a driver to the collection/)
    const driver = assign.getByRole('combobox', { name: 'Driver' })
    expect(await driver.inputValue()).toBe('')
    const other = collection_agent_id === 'pieter' ? 'Sipho' : 'Pieter'
    await driver.click()
    await type(other)
    await clerk.keyboard.press('Enter')
    await assign.getByRole('checkbox', { name: 'Assign anyway' }).check()
    await assign.getByRole('button', { name: 'Assign driver' }).click()
    await assign.waitFor({ state: 'detached' })
    await expect.poll(async () => (await now(id)).status).toBe('collection-assigned')
    expect((await now(id)).collection_agent_id).toBe(other.toLowerCase())
    expect(product.pageErrors).toEqual([])
  })
})

describe('shipment that its status menu does not lead on', () => {
  const choose = async (entry: string) => {
    await clerk.getByRole('button', { name: /^Status .*Change$/ }).click()
    await clerk.getByRole('menuitem', { name: entry }).click()
  }
  const reason = async (name: RegExp, button: string) => {
    const asked = dialog(name)
    await asked.getByLabel('Reason').fill('Agreed with the receiver')
    await asked.getByRole('button', { name: button }).click()
    await asked.waitFor({ state: 'detached' })
  }

  it('is delivered again or returned to its sender when it is undeliverable', async () => {
    const { id } = await find('out-for-delivery')
    await open(id)
    await choose('Mark as undeliverable…')
    await reason(/^Mark as undeliverable/, 'Mark as undeliverable')
    await clerk.getByRole('button', { name: 'Deliver again', exact: true }).first().click()
    const again = dialog(/^Deliver again/)
    await again.getByRole('button', { name: 'Deliver again' }).click()
    await again.waitFor({ state: 'detached' })
    expect((await now(id)).status).toBe('at-hub')
    await force(id, 'undeliverable')
    await open(id)
    await choose('Mark as returned to sender…')
    await reason(/^Mark as returned to sender/, 'Mark as returned to sender')
    expect((await now(id)).status).toBe('returned-to-sender')
  })

  it('is taken back from a pickup point, and a driver is suggested when it has none', async () => {
    const { id } = await find('out-for-delivery')
    await force(id, 'ready-for-pickup')
    await product.ask(email, 'PATCH', '/shipments', { id, delivery_agent_id: '' })
    await open(id)
    await choose('Take back to the hub…')
    await reason(/^Take back to the hub/, 'Take back to the hub')
    expect((await now(id)).status).toBe('collect-and-return-to-hub')
    await clerk.getByRole('button', { name: 'Assign driver' }).first().click()
    await dialog(/^Assign a driver to the delivery/).waitFor()
  })

  const size = { submitted_length_cm: 20, submitted_width_cm: 20, submitted_height_cm: 5 }
  /** Books a shipment for an account. */
  async function booked(more: object) {
    const { accounts } = await product.ask<{ accounts: { id: number }[] }>(
      email,
      'GET',
      '/accounts?search=OVB014',
    )
    return product.ask<{ id: number; parcels: { id: number; tracking_reference: string }[] }>(
      email,
      'POST',
      '/shipments',
      booking({ account_id: accounts[0]?.id, ...more }),
    )
  }

  /** Returns two pickup points of the company, and a shipment that goes to the first. */
  async function toPoint() {
    const [from, to] = await product
      .ask<{ pickup_points: { pickup_point_id: string; name: string }[] }>(
        email,
        'GET',
        '/pickup-points?pickup_point_provider=own&limit=2',
      )
      .then(({ pickup_points }) => pickup_points)
    if (!from || !to) throw new Error('The demonstration has fewer than two pickup points.')
    const { id } = await booked({
      delivery_address: undefined,
      delivery_pickup_point_id: from.pickup_point_id,
      delivery_pickup_point_provider: 'own',
      parcels: [{ ...size, submitted_weight_kg: 2 }],
    })
    await force(id, 'at-destination-hub')
    return { id, to }
  }

  /** Chooses another pickup point on the page that edits the shipment, and saves it after the preview. */
  async function choosePoint(name: string): Promise<void> {
    const delivery = clerk.getByRole('region', { name: 'Delivery', exact: true })
    await delivery.getByRole('button', { name: 'Choose another locker or counter' }).click()
    await delivery.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await clerk.getByRole('button', { name: 'Show what changes' }).click()
    await clerk.getByRole('region', { name: 'What changes' }).last().getByText('Price').waitFor()
    await clerk.getByRole('button', { name: 'Save changes' }).click()
    await clerk.waitForURL(/\/shipments\/\d+$/)
  }

  it('goes to another place or to its sender when it came back from its pickup point', async () => {
    const { id, to } = await toPoint()
    await force(id, 'returned-to-hub')
    await open(id)
    await clerk.getByText('Choose where it goes now.', { exact: false }).waitFor()
    await clerk.getByRole('button', { name: 'Return to sender' }).click()
    const back = dialog(/^Mark as returned to sender/)
    await back.getByRole('button', { name: 'Cancel' }).click()
    await clerk.getByRole('link', { name: 'Choose another place' }).click()
    await choosePoint(to.name)
    await product.settled(clerk)
    expect(await clerk.getByText('Choose where it goes now.', { exact: false }).count()).toBe(0)
    expect((await now(id)).status).toBe('returned-to-hub')
  })

  it('goes on with all parcels when its damaged one is released', async () => {
    const { id, parcels } = await booked({ parcels: [1, 2].map(() => ({ ...size, submitted_weight_kg: 2 })) })
    await force(id, 'at-hub')
    const [damaged] = parcels
    await product.ask(email, 'PATCH', '/shipments/parcels', {
      id,
      parcels: [{ id: damaged?.id, status: 'damaged' }],
    })
    await open(id)
    await clerk.getByRole('button', { name: `Release ${damaged?.tracking_reference}` }).click()
    await product.settled(clerk)
    const { shipment } = await product.ask<{ shipment: { parcels: { status: string }[] } }>(
      email,
      'GET',
      `/shipments/detail?id=${id}`,
    )
    expect(shipment.parcels.map(({ status }) => status)).toEqual(['at-hub', 'at-hub'])
    expect(await clerk.getByRole('button', { name: /^Release/ }).count()).toBe(0)
  })

  it('goes to another locker or counter when no place is found at the first', async () => {
    const { id, to } = await toPoint()
    await force(id, 'bob-box-reservation-failed')
    await open(id)
    await clerk.getByRole('button', { name: 'Choose another place', exact: true }).first().click()
    await choosePoint(to.name)
    expect((await now(id)).status).toBe('out-for-delivery')
    await clerk.getByText(to.name).first().waitFor()
    expect(product.pageErrors).toEqual([])
  })
})

describe('shipment at a pickup point', () => {
  it('shows hours, door and time of its pickup point to staff, who extend the time, and to the customer without the door', async () => {
    await product.ask(email, 'POST', '/pickup-points', {
      pickup_point_id: 'CG9001',
      type: 'locker',
      name: 'Harbour locker',
      address: {
        type: 'locker',
        street_address: '1 Main Road',
        local_area: 'Sea Point',
        city: 'Cape Town',
        code: '8005',
        zone: 'WC',
        country: 'South Africa',
        lat: -33.91,
        lng: 18.39,
      },
      trading_hours: 'Mon-Sun 07:00-21:00',
      holiday_hours: 'closed',
      stock: [
        {
          size: 'large',
          length: 200,
          width: 200,
          height: 200,
          weight: 200,
          doors: [{ name: 'B7', is_out_of_order: false }],
        },
      ],
    })
    const { shipments } = await product.ask<{ shipments: (ListedRow & { parcels: unknown[] })[] }>(
      owner,
      'GET',
      '/shipments?status=at-destination-hub,at-hub,collected&limit=50',
    )
    const id = shipments.find(({ parcels }) => parcels.length === 1)?.id
    if (id === undefined) throw new Error('The customer has no single parcel on its way.')
    await product.ask(email, 'PATCH', '/shipments', {
      id,
      delivery_pickup_point_id: 'CG9001',
      delivery_pickup_point_provider: 'own',
    })
    await force(id, 'out-for-delivery')
    // The door is reserved by a job.
    await product.running.outbox.drain()
    await force(id, 'ready-for-pickup')
    await open(id)
    await clerk.getByText('Mon-Sun 07:00-21:00, closed on public holidays').waitFor()
    await clerk.getByText('B7', { exact: true }).waitFor()
    await clerk.getByRole('img', { name: /^QR code of the reference and the PIN/ }).waitFor()
    const extend = clerk.getByRole('button', { name: /^Extend to / })
    await extend.click()
    await clerk.getByText(/^The receiver can collect it until /).waitFor()
    await clerk.getByText(/^The parcel can be collected until /).waitFor()
    const customer = await product.as(owner)
    await customer.goto(`${product.web}/shipments/${id}`)
    await customer.getByText('Mon-Sun 07:00-21:00, closed on public holidays').waitFor()
    await customer.getByText('Harbour locker').first().waitFor()
    await customer.getByText('Collect by').waitFor()
    await product.settled(customer)
    expect(await customer.getByText('B7', { exact: true }).count()).toBe(0)
    expect(await customer.getByRole('button', { name: /^Extend to / }).count()).toBe(0)
    await customer.context().close()
    expect(product.pageErrors).toEqual([])
  })
})
