import { role_ids } from '@waybill/domain/kit/actor'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { stickersApi } from '@waybill/domain/shipments/labels/stickers'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  booking,
  newProvider,
  errorOf,
  type Caller,
  type TestProvider,
} from '../../../dev/test-kit/provider.ts'

let p: TestProvider
let clerk: Caller
beforeAll(async () => {
  p = await newProvider()
  clerk = await p.staff()
})

const assign = (accountId: number, prefix: string, from: number, to: number, by = clerk) =>
  by.send(stickersApi.assign, { account_id: accountId, prefix, from, to, digits: 6 })
const book = (accountId: number, customTrackingReference: string, by = clerk) =>
  by.send(
    shipmentsApi.create,
    booking({ account_id: accountId, custom_tracking_reference: customTrackingReference }),
  )

describe('tracking sticker assignment', () => {
  it('[TOOL-003] assigns stickers to an account, rejects them for others, and lists, uses and hands them back', async () => {
    const [mine, theirs] = [await p.given.account(), await p.given.account()]
    const range = await assign(mine.id, 'fyn', 1, 40)
    expect(range).toMatchObject({
      account_id: mine.id,
      first: 'FYN000001',
      last: 'FYN000040',
      count: 40,
      used: 0,
      unused: 40,
    })
    expect(await errorOf(assign(theirs.id, 'FYN', 40, 60))).toEqual({
      status: 400,
      message: `FYN000040 was given to ${mine.name} (${mine.account_code}) already. Hand those back first, or choose other stickers.`,
    })
    await book(theirs.id, 'ZZZ000007')
    expect((await errorOf(assign(mine.id, 'ZZZ', 1, 9))).message).toBe(
      'ZZZ000007 is already the reference of a shipment. Leave it out of the range.',
    )

    expect(await clerk.send(stickersApi.holder, { reference: ' fyn000007 ' })).toEqual({
      account_id: mine.id,
      account_name: mine.name,
    })
    const stranger = await p.owner(theirs.id)
    expect((await stranger.send(stickersApi.holder, { reference: 'FYN000007' })).account_id).toBeNull()
    expect((await errorOf(book(theirs.id, 'FYN000007'))).message).toBe(
      `The sticker FYN000007 was given to ${mine.name} (${mine.account_code}). Book it for that account, or use another sticker.`,
    )
    expect((await errorOf(book(theirs.id, 'FYN000007', stranger))).message).toBe(
      'The sticker FYN000007 belongs to another account. Use one of your own.',
    )
    const other = await p.given.shipment({ account_id: theirs.id })
    expect(
      (
        await errorOf(
          clerk.send(shipmentsApi.change, { id: other.id, custom_tracking_reference: 'FYN000007' }),
        )
      ).status,
    ).toBe(400)

    const booked = await book(mine.id, 'FYN000007')
    const used = await clerk.send(stickersApi.numbers, { id: range.id, state: 'used' })
    expect(used.range).toMatchObject({ used: 1, unused: 39 })
    expect(used.stickers).toMatchObject([{ reference: 'FYN000007', shipment_id: booked.id }])
    expect((await clerk.send(stickersApi.list, { search: 'FYN000009' })).ranges.map(({ id }) => id)).toEqual([
      range.id,
    ])

    expect(await clerk.send(stickersApi.handBack, { id: range.id })).toMatchObject({
      used: 1,
      unused: 0,
      handed_back: 39,
    })
    expect((await errorOf(clerk.send(stickersApi.handBack, { id: range.id }))).message).toBe(
      'Every sticker from FYN000001 to FYN000040 is used or was handed back already.',
    )
    expect((await assign(theirs.id, 'FYN', 8, 20)).unused).toBe(13)
    expect((await errorOf(assign(theirs.id, 'FYN', 7, 7))).status).toBe(400)
  })

  it('[TOOL-003] assigns each sticker once for concurrent requests', async () => {
    const accounts = [await p.given.account(), await p.given.account()]
    const answers = await Promise.all(accounts.map(({ id }) => errorOf(assign(id, 'RACE', 1, 500))))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(answers.filter(({ status }) => status === 409 || status === 400).length).toBe(1)
    expect((await clerk.send(stickersApi.list, { search: 'RACE000250' })).count).toBe(1)
  })

  it('allows assignment to staff with permission only, and requires the prefix of the account', async () => {
    const account = await p.given.account({ tracking_prefix: 'SLX' })
    const owner = await p.owner(account.id)
    expect((await errorOf(assign(account.id, 'SLX', 1, 9, owner))).status).toBe(403)
    expect(
      (await errorOf(assign(account.id, 'SLX', 1, 9, await p.user(role_ids.finance_manager)))).status,
    ).toBe(403)
    expect((await errorOf(assign(account.id, 'ABC', 1, 9))).message).toContain('begin with SLX')
    await assign(account.id, 'SLX', 1, 9)
    expect((await book(account.id, '000004')).custom_tracking_reference).toBe('SLX000004')
    expect((await assign(account.id, 'SLX', 10, 12, await p.user(12))).count).toBe(3)
  })
})
