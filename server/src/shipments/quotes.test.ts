import { shipmentsApi } from '@waybill/domain/shipments/api'
import { expect, it } from 'vitest'
import { booking, newProvider } from '../app/test-kit/provider.ts'

it('[PERM-055] a customer is told what was quoted, and finds it in no list of shipments', async () => {
  const p = await newProvider()
  const owner = await p.owner()
  const quote = await owner.send(shipmentsApi.create, { ...booking(), save_as: 'quote' })
  expect(quote).toMatchObject({ status: 'quote', service_level_code: 'ECO' })
  expect(quote.rate).toBeGreaterThan(0)
  expect((await owner.send(shipmentsApi.list, {})).shipments).toEqual([])
  expect((await owner.http('GET', `/shipments?id=${quote.id}`)).body).toMatchObject({ shipments: [] })
})
