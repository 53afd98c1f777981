import { accountsApi } from '@waybill/domain/accounts/api'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { beforeEach, describe, expect, it } from 'vitest'
import { address, booking, newProvider, type Caller, type TestProvider } from '../../dev/test-kit/provider.ts'

let p: TestProvider
let account_id: number
let owner: Caller
beforeEach(async () => {
  p = await newProvider({ auto_add_address_book: true })
  account_id = (await p.given.account()).id
  owner = await p.owner(account_id)
})

const warehouse = {
  ...address('1 Dock Road', 'Epping', 'Cape Town', '7460', 'WC'),
  company: 'Fynbos Candles',
}
const entry = {
  name: 'Warehouse',
  contact_name: 'Riaan',
  mobile_number: '0215550142',
  email: 'riaan@example.com',
  address: warehouse,
  special_instructions: 'Gate 3',
}
const book = async () => (await owner.send(accountsApi.addressBook, {})).address_books

describe('account address book', () => {
  it('[ADDR-001] [ADDR-006] [ADDR-007] returns the address, the contact and the instructions of an entry', async () => {
    const made = await owner.http('POST', '/accounts/address-books', entry)
    expect(made.body).toMatchObject({
      id: expect.any(Number),
      provider_id: p.provider_id,
      account_id,
      name: 'Warehouse',
      company: 'Fynbos Candles',
      contact_name: 'Riaan',
      mobile_number: '0215550142',
      email: 'riaan@example.com',
      address_id: expect.any(Number),
      special_instructions: 'Gate 3',
      address: {
        id: expect.any(Number),
        type: 'business',
        company: 'Fynbos Candles',
        street_address: '1 Dock Road',
        local_area: 'Epping',
        city: 'Cape Town',
        code: '7460',
        zone: 'WC',
        country: 'South Africa',
        entered_address: 'Fynbos Candles, 1 Dock Road, Epping, Cape Town, 7460, WC, South Africa',
        gs_hash: expect.stringMatching(/^[0-9A-F]{32}$/),
        lat: null,
        lng: null,
      },
    })
  })

  it.each(['residential', 'business', 'locker', 'counter', 'international'])(
    '[ADDR-003] stores the address type %s',
    async (type) => {
      const made = await owner.http('POST', '/accounts/address-books', {
        ...entry,
        address: { ...warehouse, type },
      })
      expect(made.body).toMatchObject({ address: { type } })
    },
  )

  it('[ADDR-004] gives the same place the same gs_hash regardless of address type, company and coordinates', async () => {
    const hashOf = async (more: object) => {
      const { body } = await owner.http('POST', '/accounts/address-books', {
        ...entry,
        address: { ...warehouse, ...more },
      })
      return (body as { address: { hash: string; gs_hash: string | null } }).address
    }
    const plain = await hashOf({})
    const same = await hashOf({
      street_address: ' 1  DOCK road,',
      zone: 'Western Cape',
      company: '',
      type: 'residential',
      lat: -33.93,
      lng: 18.55,
    })
    expect(same.gs_hash).toBe(plain.gs_hash)
    expect(same.hash).not.toBe(plain.hash)
    expect((await hashOf({ street_address: '2 Dock Road' })).gs_hash).not.toBe(plain.gs_hash)
    expect((await hashOf({ street_address: '' })).gs_hash).toBeNull()
  })

  it('[ADDR-008] [ADDR-009] [ADDR-010] [ADDR-011] stores manual and automatic entries and returns their source', async () => {
    const byHand = await owner.http('POST', '/accounts/address-books', entry)
    const byItself = await owner.http('POST', '/accounts/address-books', { ...entry, source: 'automatic' })
    expect([byHand.status, byItself.status]).toEqual([200, 200])
    expect([byHand.body, byItself.body]).toMatchObject([{ source: 'manual' }, { source: 'automatic' }])
    expect(await book()).toHaveLength(2)
  })

  it('[ADDR-014] lists, searches, changes and removes entries', async () => {
    const { id } = await owner.send(accountsApi.saveAddress, entry)
    await owner.send(accountsApi.saveAddress, { ...entry, name: 'Home' })
    const found = await owner.send(accountsApi.addressBook, { search: 'wareh' })
    expect([found.count, found.address_books[0]?.id]).toEqual([1, id])
    const changed = await owner.send(accountsApi.changeAddress, {
      id,
      contact_name: 'Zinhle',
      special_instructions: '',
    })
    expect(changed).toMatchObject({ name: 'Warehouse', contact_name: 'Zinhle', email: 'riaan@example.com' })
    expect(changed.special_instructions ?? '').toBe('')
    const moved = { ...warehouse, street_address: '2 Dock Road' }
    expect((await owner.send(accountsApi.changeAddress, { id, address: moved })).address.street_address).toBe(
      '2 Dock Road',
    )
    const wrong = await owner.http('PATCH', '/accounts/address-books', { id, mobile_number: '12' })
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'mobile_number' }] } })
    const stranger = await p.owner()
    expect((await stranger.http('PATCH', '/accounts/address-books', { id, name: 'Mine' })).status).toBe(404)
    await owner.send(accountsApi.removeAddress, { id: [id] })
    expect((await book()).map(({ name }) => name)).toEqual(['Home'])
  })
})

describe('automatic address book entries from bookings', () => {
  const sent = (more: Parameters<typeof booking>[0] = {}) => owner.send(shipmentsApi.create, booking(more))

  it('[ADDR-005] [ADDR-012] [ADDR-013] stores both typed sides with their contacts once, unless the account turns it off', async () => {
    const other = { name: 'Naledi', mobile_number: '0821234567', alternative_contact_number: '0115550100' }
    const made = await sent({ delivery_contact: other })
    expect(made.delivery_contact).toMatchObject({ ...other, email: '' })
    await sent({ delivery_contact: other })
    const entries = await book()
    expect(entries.map(({ contact_name, source }) => [contact_name, source]).sort()).toEqual([
      ['Naledi', 'automatic'],
      ['Riaan Jooste', 'automatic'],
    ])
    await (
      await p.staff()
    ).send(accountsApi.saveSettings, {
      account_id,
      settings: [{ key: 'auto_add_address_book', value: 'false' }],
    })
    await sent({ delivery_contact: { ...other, name: 'Somebody else' } })
    expect(await book()).toHaveLength(2)
  })

  it('[ADDR-013] updates the entry for the same place and contact and adds one for a new contact number', async () => {
    await sent()
    const [first] = (await book()).filter(({ contact_name }) => contact_name === 'Naledi Mokoena')
    const home = booking().delivery_address ?? warehouse
    await sent({
      delivery_address: { ...home, street_address: '31 bath avenue', type: 'residential' },
      delivery_contact: {
        name: 'Naledi Mokoena',
        mobile_number: '0821234567',
        email: 'naledi@home.example.com',
      },
      special_instructions_delivery: 'Ring twice',
    })
    const again = await book()
    expect(again).toHaveLength(2)
    expect(again.find(({ id }) => id === first?.id)).toMatchObject({
      name: first?.name,
      email: 'naledi@home.example.com',
      special_instructions: 'Ring twice',
      address: { street_address: '31 bath avenue', type: 'residential' },
    })
    await sent({ delivery_contact: { name: 'Naledi Mokoena', mobile_number: '0829999999' } })
    expect(await book()).toHaveLength(3)
  })

  it('[ADDR-013] adds no entry for an address picked from the address book', async () => {
    const { id } = await owner.send(accountsApi.saveAddress, entry)
    await sent({ collection_address: warehouse, collection_address_book_id: id })
    expect((await book()).map(({ name }) => name)).toEqual(['Naledi Mokoena', 'Warehouse'])
  })
})
